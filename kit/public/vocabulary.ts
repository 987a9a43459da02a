// Text keys of public pages: those of the kit, and those in the `public.ts` of areas. A misspelt key does not compile.

/** The texts of public pages by namespace. */
// biome-ignore lint/suspicious/noEmptyInterface: areas add members by declaration merging.
export interface PublicTexts {}

type Unplural<Key extends string> = Key extends `${infer Base}_${'one' | 'other' | 'many'}` ? Base : Key
type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends { fr: string } ? Unplural<Key> : `${Key}.${Leaves<Tree[Key]>}`
}[keyof Tree & string]

/** A text key of public pages: `namespace:key`. */
export type PublicTextKey = {
  [Name in keyof PublicTexts & string]: `${Name}:${Leaves<PublicTexts[Name]>}`
}[keyof PublicTexts & string]
