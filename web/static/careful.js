// What a browser may refuse to a page, as one that blocks cookies does: what it keeps, and word to its other pages. Every
// page works without either.

export function recall(key) {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key, value) {
  try {
    window.sessionStorage.setItem(key, value);
  } catch { /* it is forgotten with the page */ }
}

// A channel to the other pages of this browser; none where there is no such thing.
export function openChannel(name, hear) {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = (event) => hear(event.data);
    return channel;
  } catch {
    return null;
  }
}
