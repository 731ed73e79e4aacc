// Run a Python program of this project with Pyodide: node .ci/pyodide.mjs FOLDER-OF-PYODIDE PROGRAM [ARGUMENT…]
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, program, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "pyodide.mjs")));
const pyodide = await loadPyodide();
pyodide.FS.mkdirTree("/project");
pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: resolve(import.meta.dirname, "..") }, "/project");
pyodide.globals.set("argv", pyodide.toPy([program, ...args]));
const code = pyodide.runPython(`
import os, runpy, sys
os.chdir("/project")
sys.path.insert(0, "/project")
sys.argv = argv
code = 0
try:
    runpy.run_path(argv[0], run_name="__main__")
except SystemExit as end:
    code = end.code or 0
code
`);
process.exit(code);
