/** Returns the percentage of an amount that is reached, for a progress bar. */
export function percentReached(requiredAmount: string, missingAmount: string): number {
  const [all, lacking] = [Number(requiredAmount), Number(missingAmount)]
  return all > 0 ? Math.round(Math.min(1, Math.max(0, 1 - lacking / all)) * 100) : 0
}
