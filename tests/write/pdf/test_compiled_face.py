import pickle
import subprocess
import sys

from generator.base.geometry import Matrix, Rect
from generator.model.face import Image, Part, Shape, Use
from generator.write.pdf.compiled_face import compile_face


def test_face_comes_first_and_its_parts_after(make):
    keys = [form.key for form in compile_face(make.sink(), make.fonts)]

    assert keys[0] == "sink0.0"
    assert {"icon", "blue"} < set(keys)


def test_form_covers_trim_and_bleed(make):
    (form,) = compile_face(make.face(size=50.0, bleed=6.0), make.fonts)

    assert form.box == Rect(-6, -6, 62, 62)


def test_part_is_compiled_once_a_process(make):
    first = compile_face(make.face(Use("icon", Matrix()), parts=(make.icon,), key="a"), make.fonts)
    second = compile_face(make.face(Use("icon", Matrix()), parts=(make.icon,), key="b"), make.fonts)

    assert first[1] is second[1]


def test_what_fades_alike_on_two_faces_is_one_form(make):
    faded = Use("icon", Matrix(), opacity=0.4)
    one, other = (compile_face(make.face(faded, parts=(make.icon,), key=key), make.fonts) for key in "ab")

    assert one[0].uses == other[0].uses
    assert one[1:] == other[1:]


def test_what_fades_differently_is_told_apart(make):
    faded = [Use("icon", Matrix.translation(x, 0), opacity=0.4) for x in (0, 1)]
    face, *_ = compile_face(make.face(*faded, parts=(make.icon,)), make.fonts)

    assert len(face.uses) == 2


def test_part_may_use_parts(make):
    outer = Part("pair", Rect(0, 0, 48, 24), (Use("icon", Matrix()), Use("icon", Matrix.translation(24, 0))))
    face, pair, icon = compile_face(make.face(Use("pair", Matrix()), parts=(outer, make.icon)), make.fonts)

    assert (face.uses, pair.uses, icon.uses) == (("pair",), ("icon",), ())


def test_equal_faces_compile_alike(make):
    assert compile_face(make.sink(), make.fonts) == compile_face(make.sink(), make.fonts)


def test_forms_survive_a_cache(make):
    forms = compile_face(make.sink(), make.fonts)

    assert pickle.loads(pickle.dumps(forms)) == forms


def test_compiling_needs_no_heavy_library():
    heavy = {"reportlab", "uharfbuzz", "PIL", "pypdfium2", "jinja2", "multiprocessing"}
    program = "import sys, generator.write.pdf.compiled_face; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()

    assert not heavy & set(loaded)


def test_raster_needs_no_form(make):
    face = make.face(Image("blue", Rect(0, 0, 9, 9)), parts=(make.blue,))

    assert compile_face(face, make.fonts)[1:] == (make.blue,)


def test_opaque_face_has_no_states(make):
    face = make.face(Shape(make.square(0, 0, 9), fill="#ff0000"), Image("blue", Rect(0, 0, 9, 9)), parts=(make.blue,))

    assert compile_face(face, make.fonts)[0].states == ()
