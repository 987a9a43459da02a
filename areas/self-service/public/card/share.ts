/** How much of an amount is there, in per cent, for the length of a line. */
export function shareOf(whole: string, missing: string): number {
  const [all, lacking] = [Number(whole), Number(missing)]
  return all > 0 ? Math.round(Math.min(1, Math.max(0, 1 - lacking / all)) * 100) : 0
}
