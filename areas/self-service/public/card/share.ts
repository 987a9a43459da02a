/** Returns the percentage of an amount that is reached, for a progress bar. */
export function reachedPercent(whole: string, missing: string): number {
  const [all, lacking] = [Number(whole), Number(missing)]
  return all > 0 ? Math.round(Math.min(1, Math.max(0, 1 - lacking / all)) * 100) : 0
}
