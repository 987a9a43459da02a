import type { Db, Services } from '#kit/server/ctx.ts'
import type { MergeName, MessageEvent, TemplateLanguage } from '../contract.ts'

// The names that texts may use, as the areas that know their values bring them. There are no others.

export type Kind = MergeName['Kind']

/** What a message is about; anyone who knows more of it finds its values by this. */
export type About = {
  db: Db
  now: Date
  today: string
  CustomerId: number
  MembershipNo: string | null
  /** A reward that the customer holds, or what else the event is about. */
  ReferenceCode: string | null
  OutletCode: string | null
  StaffId: number | null
  /** What alone stands in the letter, where that is known: nothing else need be looked up. */
  used?: Used
  /** For links: what they are signed with, and where they lead. */
  services: Pick<Services, 'secret' | 'earlierSecret' | 'webUrl'>
}

/** As it is stored: whole points as a number, a date as YYYY-MM-DD, money as decimal text, of a choice of several each one. */
export type MergeValue = string | number | null | string[] | Record<string, string | number | null>[]

export type DeclaredName = {
  Name: string
  /** What people called it themselves, where it has no text. */
  Title?: string
  Kind: Kind
  /** What it is, for people. */
  About: string
  /** Every customer has it. */
  AlwaysYN?: 'Y'
  Events?: readonly MessageEvent[]
  /** Of a list: what each of its rows has. */
  Fields?: Readonly<Record<string, Kind>>
  /** What a value is called in the reader's language, where it is one of a list. */
  Labels?: Readonly<Record<string, Readonly<Partial<Record<TemplateLanguage, string>>>>>
  /** What a preview shows where no customer is named. */
  Sample: MergeValue
}

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Names that messages to customers may use, and their values. */
    mergeNames?: {
      names: readonly DeclaredName[]
      /** Those that are rows of the database, as they are now. */
      namesNow?: (about: Pick<About, 'db'>) => Promise<readonly DeclaredName[]>
      values: (about: About) => Promise<Readonly<Record<string, MergeValue>>>
    }
  }
}

type Now = Pick<About, 'db'> & { services: Pick<Services, 'areas'> }

/** One, with the area that it comes from. */
export type KnownName = DeclaredName & { Group: string }

/** Those that stand in the program. */
export const fixedNames = ({ areas }: Pick<Services, 'areas'>): KnownName[] =>
  areas.flatMap(({ name, mergeNames }) => (mergeNames?.names ?? []).map((one) => ({ ...one, Group: name })))

/** All of them, those that the company added as they are now. */
export async function namesOf({ db, services: { areas } }: Now): Promise<KnownName[]> {
  const known: KnownName[] = []
  for (const { name, mergeNames } of areas)
    for (const one of [...(mergeNames?.names ?? []), ...((await mergeNames?.namesNow?.({ db })) ?? [])])
      known.push({ ...one, Group: name })
  return known
}

/** The names there are now, with the values of one message; what nobody knows is null. */
export type Merged = { names: readonly KnownName[]; values: Readonly<Record<string, MergeValue>> }

/** Of `used` alone, where the text is known: an area none of whose names stands in it is not asked for their values. */
export async function valuesOf(services: Pick<Services, 'areas'>, about: About, used?: Used): Promise<Merged> {
  const areas = used ? areasOf(services, used) : services.areas
  const names = await namesOf({ db: about.db, services: { areas } })
  const values: Record<string, MergeValue> = Object.fromEntries(names.map(({ Name }) => [Name, null]))
  for (const { name, mergeNames } of areas) {
    if (!mergeNames) continue
    const known = await mergeNames.values(about)
    for (const { Name, Group } of names) if (Group === name) values[Name] = known[Name] ?? null
  }
  return { names, values }
}

export type Used = ReadonlySet<string>

/** Who knows any of these. What stands in the program for nobody may be a row of the database now. */
function areasOf(services: Pick<Services, 'areas'>, used: Used) {
  const fixed = new Set(fixedNames(services).map(({ Name }) => Name))
  const others = [...used].some((name) => !fixed.has(name))
  return services.areas.filter(
    ({ mergeNames }) =>
      mergeNames?.names.some(({ Name }) => used.has(Name)) || (others && mergeNames?.namesNow !== undefined),
  )
}

export const samplesOf = (names: readonly KnownName[]): Merged => ({
  names,
  values: Object.fromEntries(names.map(({ Name, Sample }) => [Name, Sample])),
})
