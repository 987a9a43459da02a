// What a browser remembers of a list for the person who sits at it: how many rows, whether the search stands open. It is a
// convenience only, so a browser that keeps nothing loses nothing else.

const place = (what: string, list: string) => `carat.list.${what}.${list}`

export function remembered(what: 'rows' | 'search', list: string): string | null {
  try {
    return localStorage.getItem(place(what, list))
  } catch {
    return null
  }
}

export function remember(what: 'rows' | 'search', list: string, value: string) {
  try {
    localStorage.setItem(place(what, list), value)
  } catch {
    // Full or forbidden: then it is asked for again.
  }
}
