// Stores preferences of a list in this browser: rows per page, and whether the search section is open.
// If the browser's storage is not available, the defaults of the list apply.

const storageKey = (preference: string, list: string) => `carat.list.${preference}.${list}`

export function readPreference(preference: 'rows' | 'search', list: string): string | null {
  try {
    return localStorage.getItem(storageKey(preference, list))
  } catch {
    return null
  }
}

export function storePreference(preference: 'rows' | 'search', list: string, value: string) {
  try {
    localStorage.setItem(storageKey(preference, list), value)
  } catch {
    // Ignores a full or forbidden storage; the preference of the list is then not stored.
  }
}
