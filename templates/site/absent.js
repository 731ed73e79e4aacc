
// Hosts show this page at any address, so that nothing in it has a relative one.
(async () => {
  const folders = location.pathname.split("/").slice(0, -1);
  for (let depth = folders.length; depth > 0; depth--) {
    const base = `${folders.slice(0, depth).join("/")}/`;
    const answer = await fetch(`${base}manifest.webmanifest`).catch(() => ({}));
    if (!answer.ok || (await answer.json().catch(() => ({}))).short_name !== "Vallum") continue;
    if (base !== location.pathname) location.replace(`${base}?at=${encodeURIComponent(location.pathname + location.search + location.hash)}`);
    return;
  }
})();
