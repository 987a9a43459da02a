const STORAGE_KEY = 'carat.reloaded'
const RELOAD_INTERVAL_MS = 60_000

/** True if the code of a page could not be loaded, because the network failed or an update removed the file. */
export const isMissingFileError = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script failed|preload CSS/i.test(error.message)

/** True if the page may reload by itself: at most once a minute, so that a persistent failure shows its message. */
export function claimAutomaticReload(storage: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  if (now - Number(storage.getItem(STORAGE_KEY) ?? 0) < RELOAD_INTERVAL_MS) return false
  storage.setItem(STORAGE_KEY, String(now))
  return true
}
