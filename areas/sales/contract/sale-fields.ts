import { z } from 'zod'
import { optional, upperText } from '#kit/contract/fields.ts'

type SaleField = {
  /** What a call may send. */
  write: z.ZodType
  /** Its only values, which the entry offers and a file may hold. */
  values?: readonly string[]
  /** A file of sales may bring it, at most so long. */
  file?: { max: number; example: string }
}

/**
 * The plain fields of a sale's head, each declared once: calls, rows, the entry, the view and the import read this table, and
 * post_sale.sql and cancel_sale.sql write its columns. What carries a meaning of its own (numbers, amounts, dates) stands
 * where it is used. A rate may be narrowed to a field that is named among the dimensions of a rate too.
 */
export const saleFields = {
  SalesPersonCode: { write: optional(upperText(20)), file: { max: 30, example: 'S012' } },
  DepartmentCode: { write: optional(upperText(20)) },
} as const satisfies Record<string, SaleField>

type Fields = typeof saleFields
export type SaleFieldName = keyof Fields
export const saleFieldNames = Object.keys(saleFields) as SaleFieldName[]

/** The same without the narrow types, for code that asks of any field. */
export const declared: Readonly<Record<SaleFieldName, SaleField>> = saleFields

type FileField = { [F in SaleFieldName]: Fields[F] extends { file: object } ? F : never }[SaleFieldName]
export const fieldsOfFiles = saleFieldNames.filter((name) => declared[name].file) as FileField[]

/** Those that are chosen at the entry, each from its own values. */
export const chosenFields = saleFieldNames.filter((name) => declared[name].values)

const shapeOf = <Shape>(schema: (field: SaleField) => z.ZodType) =>
  Object.fromEntries(saleFieldNames.map((name) => [name, schema(declared[name])])) as Shape

export const writeShape = shapeOf<{ [F in SaleFieldName]: Fields[F]['write'] }>(({ write }) => write)
export const readShape = shapeOf<Record<SaleFieldName, z.ZodNullable<z.ZodString>>>(() => z.string().nullable())
