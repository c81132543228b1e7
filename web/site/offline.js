// Stores the site for offline use, after the page is ready, so that nothing that it has loaded is
// loaded again.
import { ready } from "./connection.js";

const keep = () => navigator.serviceWorker.register(new URL("service-worker.js", import.meta.url));
if ("serviceWorker" in navigator) ready.then(keep);
