// Text keys of public pages: the kit's, and those that areas declare in their `public.ts`. A misspelt key does not compile.

/** Texts by namespace. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface PublicTexts {}

type Unplural<Key extends string> = Key extends `${infer Base}_${'one' | 'other' | 'many'}` ? Base : Key
type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends { fr: string } ? Unplural<Key> : `${Key}.${Leaves<Tree[Key]>}`
}[keyof Tree & string]

/** All text keys as `namespace:key`. */
export type PublicTextKey = {
  [Name in keyof PublicTexts & string]: `${Name}:${Leaves<PublicTexts[Name]>}`
}[keyof PublicTexts & string]
