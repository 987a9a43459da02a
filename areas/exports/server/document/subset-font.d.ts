declare module 'subset-font' {
  type Options = { targetFormat: 'sfnt' | 'woff2'; variationAxes?: Record<string, number>; keepFeatures?: string[] }
  /** A font with these letters alone, at one place of its axes. */
  const subsetFont: (font: Buffer, letters: string, options: Options) => Promise<Buffer>
  export = subsetFont
}
