import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { demoBuildings, demoOutletCodes } from '#app/demo/company.ts'
import { demoBrands, demoProductGroups } from '#app/demo/lists.ts'
import { Mapping, targetFieldsByKind } from '#areas/imports/contract/mapping.ts'
import {
  ConfirmedMessages,
  ERP_CONSECUTIVE_ERRORS_MAX,
  ERP_FAILED_ATTEMPTS_MAX,
  ERP_FETCHED_MESSAGES_MAX,
  ERP_REPLY_LIMITS,
  ErpMessageKind,
  FetchedMessages,
  TillUse,
  VoucherMessage,
} from '#areas/vouchers/contract/erp.ts'
import { textsIn } from './texts.ts'

// Documented examples use outlets and goods of the demo, so that readers can try them there.

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const codes: readonly string[] = demoOutletCodes
const knownValues: Record<string, readonly string[]> = {
  OutletCode: codes,
  Brand: demoBrands,
  ProductGroup: demoProductGroups.map(({ code }) => code),
  ProductType: demoProductGroups.map(({ type }) => type),
}

test('the mappings in docs/imports.md are valid and use names of the demo', () => {
  const examples = [...read('docs/imports.md').matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) =>
    Mapping.parse(JSON.parse(json!)),
  )
  expect(examples.length).toBeGreaterThanOrEqual(4)
  const named = examples.flatMap(({ constants, createMembers, ensureRules }) => [
    ...Object.entries(constants),
    ...Object.entries(createMembers ?? {}),
    ...(ensureRules?.Rate && !ensureRules.Brands.includes(ensureRules.Rate.Brand)
      ? [['Brand', ensureRules.Rate.Brand]]
      : []),
  ])
  const unknown = named.filter(
    ([field, value]) => knownValues[field!] && value !== null && !knownValues[field!]!.includes(value!),
  )
  expect(unknown).toEqual([])
})

test('template examples in the documents use names of the demo', () => {
  const named = Object.values(targetFieldsByKind).flatMap((fields) => Object.entries<{ example: string }>(fields))
  expect(named.filter(([field, { example }]) => knownValues[field] && !knownValues[field].includes(example))).toEqual(
    [],
  )
})

test.each(['en', 'fr', 'ja', 'zh'])('the help in %s uses outlets of the demo', (language) => {
  const words = [...textsIn(language)]
    .filter(([key]) => key.includes(':pageHelp.'))
    .map(([, text]) => text)
    .join()
  const outlets = words.match(/\b(?:[A-Z]{2}\d|KLCC|PAV)\b/g) ?? []
  expect(outlets.filter((code) => !demoBuildings.some((building) => building.code === code))).toEqual([])
  expect(words).toContain('KL1')
})

test('docs/erp.md matches the ERP contract', () => {
  const text = read('docs/erp.md')
  const examples = Object.fromEntries(
    [...text.matchAll(/```json (\w+)\n([\s\S]*?)```/g)].map(([, name, json]) => [name, JSON.parse(json!) as unknown]),
  )
  const message = VoucherMessage.parse(examples.message)
  const { Messages } = FetchedMessages.parse(examples.fetched)
  const uses = Messages.map((use) => TillUse.strict().parse(use))
  expect(ConfirmedMessages.parse(examples.confirmed).MessageIds).toEqual(uses.map(({ MessageId }) => MessageId))
  // Each field has a table row, and each table row names existing fields.
  const named = [...text.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(([, names]) => names!.match(/\w+/g) ?? [])
  expect(new Set(named)).toEqual(new Set([...Object.keys(VoucherMessage.shape), ...Object.keys(TillUse.shape)]))
  expect(Object.keys(message).sort()).toEqual(Object.keys(VoucherMessage.shape).sort())
  for (const printed of [
    ...ErpMessageKind.options.map((kind) => `\`${kind}\``),
    `${ERP_REPLY_LIMITS.ms / 1000} seconds`,
    `${ERP_REPLY_LIMITS.bytesMax.toLocaleString('en')} bytes`,
    `limit=${ERP_FETCHED_MESSAGES_MAX}`,
    `after ${ERP_FAILED_ATTEMPTS_MAX} such answers`,
  ])
    expect(text).toContain(printed)
  expect(ERP_CONSECUTIVE_ERRORS_MAX).toBe(5)
})
