declare module 'subset-font' {
  type Options = { targetFormat: 'sfnt' | 'woff2'; variationAxes?: Record<string, number>; keepFeatures?: string[] }
  /** Returns a font with the given letters only, at the given values of the variation axes. */
  const subsetFont: (font: Buffer, letters: string, options: Options) => Promise<Buffer>
  export = subsetFont
}
