// Stores the files below a folder of the program in the private files of the site, from which `mountNativeFS` has loaded them.
// Only the program writes there: what has changed is known by looking at its own files, which waits for nothing.

const JUST = 5; // Milliseconds: a file that is as new as that may be written again without a later date.
const FOLDER = "folder";
const AT_ONCE = 8; // Files that are written side by side.

export class Storage {
  #files;
  #root;
  #handles; // Of folders, by path.
  #stored; // FOLDER, or inode, date and size of a file, by path.

  constructor(files, root, handle) {
    this.#files = files;
    this.#root = root;
    this.#handles = new Map([[root, handle]]);
    this.#stored = this.#entries();
  }

  // Stores what has changed since the last call; a failed call is made good by the next one.
  async save() {
    const entries = this.#entries(), isFolder = (path, list) => list.get(path) === FOLDER;
    const gone = [...this.#stored.keys()]
      .filter((path) => !entries.has(path) || isFolder(path, entries) !== isFolder(path, this.#stored));
    // A file in the place of a folder, or the other way round, can only come once that has gone.
    const isReplaced = gone.some((path) => entries.has(path));
    if (isReplaced) await this.#remove(gone);
    const changed = [...entries].filter(([path, entry]) => entry === null || entry !== this.#stored.get(path));
    for (let first = 0; first < changed.length; first += AT_ONCE) await this.#store(changed.slice(first, first + AT_ONCE));
    if (!isReplaced) await this.#remove(gone);
  }

  // Folders come before what is in them.
  #entries() {
    const entries = new Map(), folders = [this.#root], latest = Date.now() - JUST;
    for (const folder of folders) {
      for (const name of this.#files.readdir(folder).sort()) {
        if (name === "." || name === "..") continue;
        const path = `${folder}/${name}`, { mode, ino, mtime, size } = this.#files.stat(path);
        if (this.#files.isDir(mode)) folders.push(path);
        const date = mtime.getTime();
        entries.set(path, this.#files.isDir(mode) ? FOLDER : date < latest ? `${ino} ${date} ${size}` : null);
      }
    }
    return entries;
  }

  // Files take the place of earlier ones when they are closed, one after the other: a log before what is said about it.
  async #store(entries) {
    const streams = await Promise.all(entries.map(([path, entry]) => entry === FOLDER ? this.#folder(path) : this.#written(path)));
    for (const [number, [path, entry]] of entries.entries()) {
      if (entry !== FOLDER) await streams[number]?.close();
      this.#stored.set(path, entry);
    }
  }

  async #written(path) {
    if (!this.#files.analyzePath(path).exists) return null; // a later request has removed it
    const [folder, name] = parts(path);
    const file = await (await this.#folder(folder)).getFileHandle(name, { create: true });
    const stream = await file.createWritable();
    await stream.write(this.#files.readFile(path));
    return stream;
  }

  async #folder(path) {
    if (!this.#handles.has(path)) {
      const [above, name] = parts(path);
      this.#handles.set(path, await (await this.#folder(above)).getDirectoryHandle(name, { create: true }));
    }
    return this.#handles.get(path);
  }

  // What is in a folder goes before it.
  async #remove(paths) {
    for (const path of paths.sort().reverse()) {
      const [folder, name] = parts(path);
      await (await this.#folder(folder)).removeEntry(name, { recursive: true }).catch((error) => {
        if (error.name !== "NotFoundError") throw error;
      });
      this.#handles.delete(path);
      this.#stored.delete(path);
    }
  }
}

function parts(path) {
  const cut = path.lastIndexOf("/");
  return [path.slice(0, cut), path.slice(cut + 1)];
}
