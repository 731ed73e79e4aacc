// Leads this browser to the host name that only it knows, if it takes that name for this computer. The page that says
// that a login is needed leads there too, once the name is known: storage, unlike a cookie, is not shared with other ports.

const KEY = "there";
const choice = document.getElementById("local-name")?.dataset;

function isReachable(site) {
  const how = { mode: "no-cors", cache: "no-store", signal: AbortSignal.timeout(2000) };
  return fetch(`${site}/reachable`, how).then(() => true, () => false);
}

if (choice) {
  const isThere = await isReachable(choice.there);
  if (isThere) localStorage.setItem(KEY, choice.there);
  location.replace(isThere ? choice.go : choice.stay);
} else {
  const there = localStorage.getItem(KEY);
  if (there) location.replace(`${there}/go?to=${encodeURIComponent(location.pathname + location.search)}`);
}
