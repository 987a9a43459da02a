import type { Db, Services } from '#kit/server/ctx.ts'
import type { MergeName, MessageEvent, TemplateLanguage } from '../contract.ts'

// The areas that own the values contribute the merge fields of messages.

export type MergeFieldKind = MergeName['Kind']

/** The subject of a message, by which areas find the values of their merge fields. */
export type MessageSubject = {
  db: Db
  now: Date
  today: string
  CustomerId: number
  MembershipNo: string | null
  /** A customer reward, or another subject of the event. */
  ReferenceCode: string | null
  OutletCode: string | null
  StaffId: number | null
  /** The merge fields that the text uses, if known. Values of other merge fields need not be queried. */
  used?: UsedMergeFieldNames
  /** The keys and the base URL for signed links in messages. */
  services: Pick<Services, 'secret' | 'earlierSecret' | 'webUrl'>
}

/** The value of a merge field as stored: points as a number, dates as YYYY-MM-DD, money as decimal text. */
export type MergeValue = string | number | null | string[] | Record<string, string | number | null>[]

export type DeclaredMergeField = {
  Name: string
  /** The label of a custom field, which the company has chosen. */
  Title?: string
  Kind: MergeFieldKind
  /** The description of the merge field in English. */
  About: string
  /** Y if every customer has a value. */
  AlwaysYN?: 'Y'
  Events?: readonly MessageEvent[]
  /** Only for lists: the fields of each row. */
  Fields?: Readonly<Record<string, MergeFieldKind>>
  /** The translated labels for the values of a list. */
  Labels?: Readonly<Record<string, Readonly<Partial<Record<TemplateLanguage, string>>>>>
  /** The value of the merge field in previews without a customer. */
  Sample: MergeValue
}

declare module '#kit/server/area.ts' {
  interface ServerArea {
    /** The merge fields that the area contributes to messages to customers, with their values. */
    mergeNames?: {
      names: readonly DeclaredMergeField[]
      /** The merge fields of the area that are defined in the database. */
      namesNow?: (about: Pick<MessageSubject, 'db'>) => Promise<readonly DeclaredMergeField[]>
      values: (about: MessageSubject) => Promise<Readonly<Record<string, MergeValue>>>
    }
  }
}

type NamesCtx = Pick<MessageSubject, 'db'> & { services: Pick<Services, 'areas'> }

/** A merge field with the area that contributes it. */
export type KnownMergeField = DeclaredMergeField & { Group: string }

/** The merge fields of all areas that are defined in the code. */
export const collectBuiltInMergeFields = ({ areas }: Pick<Services, 'areas'>): KnownMergeField[] =>
  areas.flatMap(({ name, mergeNames }) => (mergeNames?.names ?? []).map((declared) => ({ ...declared, Group: name })))

/** Returns all merge fields, including custom fields of the company. */
export async function findMergeFields({ db, services: { areas } }: NamesCtx): Promise<KnownMergeField[]> {
  const names: KnownMergeField[] = []
  for (const { name, mergeNames } of areas)
    for (const declared of [...(mergeNames?.names ?? []), ...((await mergeNames?.namesNow?.({ db })) ?? [])])
      names.push({ ...declared, Group: name })
  return names
}

/** The merge fields with the values of one message; unknown values are null. */
export type MergeFieldsWithValues = { names: readonly KnownMergeField[]; values: Readonly<Record<string, MergeValue>> }

/** Returns the merge fields with their values. With `used`, only areas that own one of these names are queried. */
export async function findMergeFieldValues(
  services: Pick<Services, 'areas'>,
  about: MessageSubject,
  used?: UsedMergeFieldNames,
): Promise<MergeFieldsWithValues> {
  const areas = used ? areasWith(services, used) : services.areas
  const names = await findMergeFields({ db: about.db, services: { areas } })
  const values: Record<string, MergeValue> = Object.fromEntries(names.map(({ Name }) => [Name, null]))
  for (const { name, mergeNames } of areas) {
    if (!mergeNames) continue
    const areaValues = await mergeNames.values(about)
    for (const { Name, Group } of names) if (Group === name) values[Name] = areaValues[Name] ?? null
  }
  return { names, values }
}

export type UsedMergeFieldNames = ReadonlySet<string>

/** Returns the areas that own one of the names. A name that is not in the code is one of an area with stored names. */
function areasWith(services: Pick<Services, 'areas'>, used: UsedMergeFieldNames) {
  const fixed = new Set(collectBuiltInMergeFields(services).map(({ Name }) => Name))
  const hasUnknown = [...used].some((name) => !fixed.has(name))
  return services.areas.filter(
    ({ mergeNames }) =>
      mergeNames?.names.some(({ Name }) => used.has(Name)) || (hasUnknown && mergeNames?.namesNow !== undefined),
  )
}

export const createSampleMergeFields = (names: readonly KnownMergeField[]): MergeFieldsWithValues => ({
  names,
  values: Object.fromEntries(names.map(({ Name, Sample }) => [Name, Sample])),
})
