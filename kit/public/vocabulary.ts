// What public pages may say: the kit's texts, and those that each area tells of in its `public.ts`. A misspelt one does not compile.

/** Namespace → its texts, each in its languages. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface PublicTexts {}

type Unplural<Key extends string> = Key extends `${infer Base}_${'one' | 'other' | 'many'}` ? Base : Key
type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends { fr: string } ? Unplural<Key> : `${Key}.${Leaves<Tree[Key]>}`
}[keyof Tree & string]

/** Every text there is, as `namespace:key`. */
export type PublicTextKey = {
  [Name in keyof PublicTexts & string]: `${Name}:${Leaves<PublicTexts[Name]>}`
}[keyof PublicTexts & string]
