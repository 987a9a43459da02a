import type { Db, Services } from '#kit/server/ctx.ts'
import type { MergeName, MessageEvent } from '../contract.ts'

// The names that texts may use, as the areas that know their values bring them. There are no others.

export type Kind = MergeName['Kind']

/** What a message is about; whoever knows more of it finds its values by this. */
export type About = {
  db: Db
  now: Date
  today: string
  CustomerId: number
  MembershipNo: string | null
  /** A reward that the customer holds. */
  ReferenceCode: string | null
  OutletCode: string | null
  StaffId: number | null
}

/** As it is stored: whole points as a number, a date as YYYY-MM-DD, money as decimal text. */
export type MergeValue = string | number | null | Record<string, string | number | null>[]

type DeclaredName = {
  Name: string
  Kind: Kind
  /** What it is, for people. */
  About: string
  /** Every customer has it. */
  AlwaysYN?: 'Y'
  Events?: readonly MessageEvent[]
  /** Of a list: what each of its rows has. */
  Fields?: Readonly<Record<string, Kind>>
  /** What a preview shows where no customer is named. */
  Sample: MergeValue
}

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** Names that messages to customers may use, and their values. */
    mergeNames?: {
      names: readonly DeclaredName[]
      values: (about: About) => Promise<Readonly<Record<string, MergeValue>>>
    }
  }
}

type Areas = Pick<Services, 'areas'>

/** All of them, with the area that each comes from. */
export const namesOf = ({ areas }: Areas): (DeclaredName & { Group: string })[] =>
  areas.flatMap(({ name, mergeNames }) => (mergeNames?.names ?? []).map((one) => ({ ...one, Group: name })))

/** The values of one message; what nobody knows is null. */
export async function valuesOf({ areas }: Areas, about: About): Promise<Record<string, MergeValue>> {
  const values: Record<string, MergeValue> = Object.fromEntries(namesOf({ areas }).map(({ Name }) => [Name, null]))
  for (const { mergeNames } of areas) {
    if (!mergeNames) continue
    const known = await mergeNames.values(about)
    for (const { Name } of mergeNames.names) values[Name] = known[Name] ?? null
  }
  return values
}

export const samplesOf = (areas: Areas): Record<string, MergeValue> =>
  Object.fromEntries(namesOf(areas).map(({ Name, Sample }) => [Name, Sample]))
