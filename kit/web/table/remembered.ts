// Preferences of a list in this browser: rows per page and whether the search section is open. Optional: without storage the
// defaults apply.

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
    // The storage is full or forbidden; the preference is not stored.
  }
}
