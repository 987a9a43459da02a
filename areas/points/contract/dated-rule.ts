import { z } from 'zod'
import { change } from '#kit/contract/endpoint.ts'
import { namedRows, row, unnamedRows } from '#kit/contract/scope.ts'

/** Status that staff set for a rule; Inactive switches off the rule with all its periods. */
export const SwitchedStatus = z.enum(['Active', 'Inactive'])

type Declared<Key, PeriodKey, Rule, Detail> = {
  noun: 'rate' | 'structure'
  role: string
  /** Schema of the ids of a rule and of a period, for example `{ RateId: Id }`. */
  key: Key
  periodKey: PeriodKey
  Rule: Rule
  Detail: Detail
}

/** Returns the endpoint definitions that point rates and point structures share: list, read, delete and restore. */
export function declareDatedRule<
  Key extends z.ZodRawShape,
  PeriodKey extends z.ZodRawShape,
  Rule extends z.ZodType,
  Detail extends z.ZodType,
>({ noun, role, key, periodKey, Rule, Detail }: Declared<Key, PeriodKey, Rule, Detail>) {
  const access = { role }
  const [keyName, periodKeyName] = [key, periodKey].map((shape) => Object.keys(shape)[0]!) as [string, string]
  const one = { access, scope: namedRows(row(noun, keyName, 'everyone')), body: z.strictObject(key), reply: Rule }
  return {
    list: { access, scope: unnamedRows('shared'), about: [noun] },
    one,
    period: {
      access,
      scope: namedRows(row(`${noun} detail`, periodKeyName, 'everyone')),
      body: z.strictObject(periodKey),
      reply: Detail,
    },
    remove: change({
      ...one,
      path: `/point/${noun}s/delete`,
      summary: `Marks a ${noun} as Deleted: no sale earns by it any more, points earned before stay`,
    }),
    restore: change({ ...one, path: `/point/${noun}s/restore`, summary: 'Undoes a delete within 30 seconds' }),
  }
}
