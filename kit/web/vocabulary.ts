// What the kit may name without knowing any area. The areas fill these interfaces in their `web.ts`, so that a misspelt
// text, role or privilege does not compile anywhere.

/** Namespace → its texts, each in its languages. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface Texts {}

/** `role`, `privilege`, `user` and `session`, as the areas declare them, and `menuGroup`, as the program does. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface Vocabulary {}

type Named<Name extends string, Otherwise> = Vocabulary extends Record<Name, infer Type> ? Type : Otherwise

export type Role = Named<'role', string> & string
export type Privilege = Named<'privilege', string> & string
/** A group of the main menu. */
export type MenuGroup = Named<'menuGroup', string> & string
export type UserInfo = Named<'user', never>
export type SessionInfo = Named<'session', never>

// A plural is written as `records_one` and `records_other` and asked for as `records` with a `count`.
type Unplural<Key extends string> = Key extends `${infer Base}_${'one' | 'other' | 'many'}` ? Base : Key
// A text has all languages; English only where the contract has not said it already (scripts/texts-in-parts.ts).
type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends { fr: string } ? Unplural<Key> : `${Key}.${Leaves<Tree[Key]>}`
}[keyof Tree & string]

type Own<Name extends keyof Texts & string> = `${Name}:${Leaves<Texts[Name]>}`
type Shared = Extract<Leaves<Texts['kit' & keyof Texts]>, `${'fields' | 'values'}.${string}`>

/** Every text there is, as `namespace:key`. Names of fields and values that areas share are the kit's, and known to all. */
export type TextKey = { [Name in keyof Texts & string]: Own<Name> | `${Name}:${Shared}` }[keyof Texts & string]
