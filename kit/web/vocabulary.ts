// Types that the kit uses without importing any area. The areas extend these interfaces in their `web.ts`, so that text keys,
// roles and privileges are type-checked everywhere.

/** Namespace → its texts, each in all languages. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface Texts {}

/** `role`, `privilege`, `user` and `session`, declared by the areas, and `menuGroup`, declared by the application. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface Vocabulary {}

type Named<Name extends string, Otherwise> = Vocabulary extends Record<Name, infer Type> ? Type : Otherwise

export type Role = Named<'role', string> & string
export type Privilege = Named<'privilege', string> & string
/** A group of the main menu. */
export type MenuGroup = Named<'menuGroup', string> & string
export type UserInfo = Named<'user', never>
export type SessionInfo = Named<'session', never>

// A plural is defined as `records_one` and `records_other` and used as `records` with a `count`.
type Unplural<Key extends string> = Key extends `${infer Base}_${'one' | 'other' | 'many'}` ? Base : Key
// A text has all languages; English may be left out where the contract already has it (scripts/texts-in-parts.ts).
type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends { fr: string } ? Unplural<Key> : `${Key}.${Leaves<Tree[Key]>}`
}[keyof Tree & string]

type OwnKey<Name extends keyof Texts & string> = `${Name}:${Leaves<Texts[Name]>}`
type SharedKey = Extract<Leaves<Texts['kit' & keyof Texts]>, `${'fields' | 'values'}.${string}`>

/** All text keys as `namespace:key`. The kit's shared field and value names are available in every namespace. */
export type TextKey = { [Name in keyof Texts & string]: OwnKey<Name> | `${Name}:${SharedKey}` }[keyof Texts & string]
