import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as fields from '#kit/contract/fields.ts'
import { requiredText } from '#kit/contract/fields.ts'
import { pageQuery } from '#kit/contract/page.ts'
import { buildCallInput, fieldProperties, fieldPropertiesForEdit, schemaShape, validateField } from './schema.ts'

describe('form fields from a schema', () => {
  test.each([
    ['one line', fields.text(50), { kind: 'text', required: true, maxLength: 50, uppercase: false }],
    ['several lines', fields.longText(300), { kind: 'multiline', required: true, maxLength: 300 }],
    ['capitals', fields.upperCaseText(150), { kind: 'text', maxLength: 150, uppercase: true, code: false }],
    ['a code', fields.codeText(20), { kind: 'text', maxLength: 20, uppercase: true, code: true }],
    [
      'an optional text',
      fields.optionalField(fields.text(9)),
      { kind: 'text', required: false, empty: null, maxLength: 9 },
    ],
    ['money', fields.MoneyInput, { kind: 'money', required: true, min: undefined }],
    ['money from zero', fields.MoneyFromZero, { kind: 'money', min: 0 }],
    ['optional money', fields.optionalField(fields.MoneyInput), { kind: 'money', required: false, empty: null }],
    ['a unit price', fields.UnitPriceInput, { kind: 'decimal', required: true }],
    ['a rate', fields.RateInput, { kind: 'decimal', required: true }],
    ['points', fields.PointsAmount, { kind: 'integer', min: 1, max: 1_000_000_000 }],
    ['an id', fields.Id, { kind: 'integer', min: 1, max: undefined }],
    ['a date', fields.DateOnly, { kind: 'date', required: true }],
    ['an optional date', fields.optionalField(fields.DateOnly), { kind: 'date', required: false }],
    ['an instant of a reply', fields.Instant, { kind: 'date-time' }],
    ['an instant of an input', fields.InstantInput, { kind: 'date-time' }],
    ['an e-mail address', fields.Email, { kind: 'email', maxLength: 254 }],
    ['a telephone number', fields.optionalField(fields.Phone), { kind: 'tel', required: false }],
    ['a flag', fields.YN, { kind: 'switch', options: ['Y', 'N'] }],
    ['a flag with a preset', fields.YN.default('Y'), { kind: 'switch', required: false, preset: 'Y' }],
    ['a choice', z.enum(['A', 'B', 'C']), { kind: 'select', options: ['A', 'B', 'C'], required: true }],
    ['a choice that may be left out', z.enum(['A', 'B']).optional(), { kind: 'select', empty: undefined }],
    ['several choices', z.array(z.enum(['A', 'B'])), { kind: 'several', options: ['A', 'B'] }],
    ['literals', z.union([z.literal('A'), z.literal('B')]), { kind: 'select', options: ['A', 'B'] }],
    ['a boolean', z.boolean(), { kind: 'switch', options: undefined }],
    ['a plain text', z.string().max(12), { kind: 'text', maxLength: 12, required: false, empty: '' }],
  ] as const)('form field properties: the schema of %s gives the expected properties', (_, schema, expected) => {
    expect(fieldProperties(schema)).toMatchObject(expected)
  })

  test('form fields from a schema: the fields of a refined, transformed, preprocessed or defaulted object schema are found', () => {
    const plain = z.strictObject({ A: z.string(), B: z.int() })
    const wrapped = [
      plain.refine(() => true),
      plain.transform((value) => value),
      z.preprocess((value) => value, plain),
      plain.default({ A: '', B: 1 }),
    ]
    for (const schema of wrapped) expect(Object.keys(schemaShape(schema))).toEqual(['A', 'B'])
  })

  test('form fields from a schema: the filter fields and sort fields of a list call are found', () => {
    const body = pageQuery({ Name: fields.filterText, Status: fields.filterText }, { rows: 20, sort: ['Name'] })
    expect(Object.keys(schemaShape(schemaShape(body).Search!))).toEqual(['Name', 'Status'])
    expect(fieldProperties(schemaShape(body).Rows!).preset).toBe(20)
    expect(fieldProperties(schemaShape(body).SortOption!)).toMatchObject({ options: ['Name'], preset: 'Name' })
  })
})

describe('validation of form fields', () => {
  test.each([
    [fields.text(3), 'abcd', 'The maximum length is 3'],
    [fields.text(3), '', 'Required'],
    [fields.MoneyFromZero, null, 'Required'],
    [requiredText(20, 'Please input name.'), '', 'Please input name.'],
    [requiredText(20, 'Please input name.'), undefined, 'Please input name.'],
    [fields.MoneyFromZero, '-1', 'Must not be negative'],
    [fields.MoneyInput, '1.234', 'At most 2 decimals'],
    [fields.PointsAmount, 0, 'Must be at least 1'],
    [fields.DateOnly, '2026-02-30', 'This date does not exist'],
    [fields.optionalField(fields.Email), 'x', 'Enter a valid e-mail address'],
  ])('field validation: rejects %2$j with the message "%3$s"', (schema, value, message) => {
    expect(validateField(schema, value)?.message).toBe(message)
  })

  test.each([
    [fields.text(3), ' abc '],
    [fields.optionalField(fields.text(3)), ''],
    [fields.optionalField(fields.DateOnly), null],
    [fields.YN.default('N'), undefined],
    [fields.codeText(5), 'ab-1'],
  ])('field validation: accepts %2$j', (schema, value) => {
    expect(validateField(schema, value)).toBeUndefined()
  })
})

test('form input: empty fields are sent as null or an empty list, or are omitted, as the contract requires', () => {
  const shape = {
    A: fields.text(5),
    B: fields.optionalField(fields.text(5)),
    C: z.string().optional(),
    D: z.array(z.string()),
  }
  expect(buildCallInput(shape, { A: 'x', B: '', C: undefined, D: [] })).toEqual({ A: 'x', B: null, D: [] })
})

describe('form field of an existing record', () => {
  const mayBeEmpty = (schema: z.ZodType, before: unknown) =>
    !fieldPropertiesForEdit(fieldProperties(schema), before).required

  test('field of an existing record: a field with a value is required unless the call can clear the value', () => {
    expect(mayBeEmpty(fields.text(50).optional(), 'AISYAH')).toBe(false)
    expect(mayBeEmpty(fields.Phone.optional(), '+60123456789')).toBe(false)
    expect(validateField(fields.text(50).optional(), '', true)?.message).toBe('Required')
  })

  test('field of an existing record: a choice with a default value is required', () => {
    const status = z.enum(['Active', 'Inactive'])
    expect(mayBeEmpty(status.default('Active'), undefined)).toBe(false)
    expect(mayBeEmpty(status.optional(), undefined)).toBe(true)
    expect(mayBeEmpty(fields.text(5).default('x'), undefined)).toBe(true)
  })

  test('field of an existing record: a field is optional if it is empty or the call can clear its value', () => {
    expect(mayBeEmpty(fields.text(50).optional(), null)).toBe(true)
    expect(mayBeEmpty(fields.optionalField(fields.text(50)), 'Aisyah')).toBe(true)
    expect(mayBeEmpty(z.string().max(12), 'Aisyah')).toBe(true)
    expect(mayBeEmpty(z.array(fields.text(30)).optional(), ['English'])).toBe(true)
  })
})
