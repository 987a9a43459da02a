const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns a name such as 'Chrome, Windows', by which users recognise their sessions. Programs have a name of their own. */
export function describeDevice(userAgent: string | null): string | null {
  if (!userAgent) return null
  const matchName = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const names = [matchName(browsers), matchName(systems)].filter((name) => name !== undefined)
  return names.length > 0 ? names.join(', ') : userAgent.split(/[\s(]/)[0]!.slice(0, 60)
}
