"""Compiled faces as bytes: as they come from workers, lie in the cache, and wait until the PDF is written."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from generator.base.memory.bounded_cache import BoundedCache
from generator.base.records import NamedTuple
from generator.model.face import Raster
from generator.write.pdf.face_digest import face_digest
from generator.write.pdf.xobjects import FormXObject, StoredXObjects, drawn_by

if TYPE_CHECKING:
    from generator.model.face import Face
    from generator.write.pdf.xobjects import XObject

KEPT = 1024
"""Most packed faces, and parts of them, that a worker keeps: a back or an icon is on many cards."""

PackedForm = tuple[bytes, bytes, tuple[str, ...]]
"""Pickled form without its content stream, the stream, which goes into the PDF as it is, and the keys of its parts."""


class PackedForms(StoredXObjects):
    """Compiled forms by key, each unpacked whenever it is asked for: objects take five times the memory."""

    __slots__ = ("packed",)

    def __init__(self, packed: Mapping[str, PackedForm] | None = None) -> None:
        """Take forms that were packed before, by key."""
        self.packed: dict[str, PackedForm] = {**(packed or {})}

    def __getitem__(self, key: str) -> XObject:
        """Return the form with this key, unpacked anew."""
        return _unpack(self.packed[key])

    def drawn_by(self, key: str) -> tuple[str, ...]:
        """Return the keys of the parts that a form draws, without unpacking it."""
        return self.packed[key][2]

    def __iter__(self) -> Iterator[str]:
        """Yield the keys of all forms."""
        return iter(self.packed)

    def __len__(self) -> int:
        """Return the number of forms."""
        return len(self.packed)

    def delete_damaged_pictures(self) -> None:
        """Delete stored pictures that do not match their digest, so that the next build makes them again."""
        for raster in _rasters(self.packed.values()):
            for stored in raster.stored:
                stored.is_whole()


class PackedFace(NamedTuple):
    """A finished face with its compiled forms."""

    face: Face
    look: str
    """Digest of the printed appearance, see `face_digest`."""
    forms: Mapping[str, PackedForm]
    """Form of the face and all its parts, by key."""

    @property
    def has_pictures(self) -> bool:
        """Whether the pixels of all pictures on the face are still where they were stored."""
        return all(raster.is_stored for raster in _rasters(self.forms.values()))


class FacePacker:
    """Packs the faces of one process; faces and parts that recur are packed once."""

    def __init__(self) -> None:
        """Begin without any packed face."""
        self._known: dict[str, PackedForm] = BoundedCache(KEPT)
        self._faces: dict[str, PackedFace] = BoundedCache(KEPT)

    def pack(self, face: Face, forms: Sequence[XObject]) -> PackedFace:
        """Return a face with its compiled forms as bytes.

        The first of the forms draws the face, the others its parts.
        """
        packed_before = self._faces.get(face.key)
        if packed_before and packed_before.face is face:  # a back that many cards have
            return packed_before
        # Computed while the forms are at hand: later they would have to be unpacked.
        look = face_digest(face, {form.key: form for form in forms})
        face_form, *parts = forms
        packed = PackedFace(
            face, look, {face_form.key: _pack(face_form)} | {part.key: self._part(part) for part in parts}
        )
        self._faces[face.key] = packed
        return packed

    def _part(self, part: XObject) -> PackedForm:
        """Return a part of a face, packed at its first use."""
        if part.key not in self._known:
            self._known[part.key] = _pack(part)
        return self._known[part.key]


def _rasters(forms: Iterable[PackedForm]) -> Iterator[Raster]:
    """Yield the pictures among packed forms."""
    unpacked = (_unpack(form) for form in forms if not form[1])  # only they have no content stream
    return (form for form in unpacked if isinstance(form, Raster))


_STREAM = FormXObject.__match_args__.index("stream")


def _pack(form: XObject) -> PackedForm:
    """Return a form as bytes: its pickled fields, its content stream, and the keys of its parts."""
    if not isinstance(form, FormXObject):
        return pickle.dumps(form, protocol=5), b"", ()
    values = [getattr(form, name) for name in FormXObject.__match_args__]
    # The stream stays outside of the pickle: the PDF takes its bytes as they are.
    values[_STREAM] = b""
    return pickle.dumps(values, protocol=5), form.stream, drawn_by(form)


def _unpack(packed: PackedForm) -> XObject:
    """Return the form that `_pack` has packed."""
    head, stream, _ = packed
    unpacked: list[Any] | XObject = pickle.loads(head)  # noqa: S301  packed by this program
    if not isinstance(unpacked, list):
        return unpacked
    unpacked[_STREAM] = stream
    return FormXObject(*unpacked)
