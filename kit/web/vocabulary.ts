// Types of areas that the kit uses without importing an area.
// Areas extend these interfaces in their `web.ts`, so that the compiler checks text keys, roles and privileges.

/** The texts by namespace, each in all languages. */
// biome-ignore lint/suspicious/noEmptyInterface: areas add members by declaration merging.
export interface Texts {}

/** Areas declare `role`, `privilege`, `user` and `session`; the application declares `menuGroup`. */
// biome-ignore lint/suspicious/noEmptyInterface: areas and application add members by declaration merging.
export interface Vocabulary {}

type Named<Name extends string, Otherwise> = Vocabulary extends Record<Name, infer Type> ? Type : Otherwise

export type Role = Named<'role', string> & string
export type Privilege = Named<'privilege', string> & string
/** A group of the main menu. */
export type MenuGroup = Named<'menuGroup', string> & string
export type UserInfo = Named<'user', never>
export type SessionInfo = Named<'session', never>

// A plural text is defined as `records_one` and `records_other`, and used as `records` with a `count`.
type Unplural<Key extends string> = Key extends `${infer Base}_${'one' | 'other' | 'many'}` ? Base : Key
// Each text exists in all languages. English may be missing if the contract has it (scripts/texts-in-parts.ts).
type Leaves<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends { fr: string } ? Unplural<Key> : `${Key}.${Leaves<Tree[Key]>}`
}[keyof Tree & string]

type OwnKey<Name extends keyof Texts & string> = `${Name}:${Leaves<Texts[Name]>}`
type SharedKey = Extract<Leaves<Texts['kit' & keyof Texts]>, `${'fields' | 'values'}.${string}`>

/** A text key as `namespace:key`. Names of fields and values in the kit are available in every namespace. */
export type TextKey = { [Name in keyof Texts & string]: OwnKey<Name> | `${Name}:${SharedKey}` }[keyof Texts & string]
