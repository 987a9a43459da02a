import { z } from 'zod'
import { optional, upperText } from '#kit/contract/fields.ts'

type SaleField = {
  /** The rule for values that a call may send. */
  write: z.ZodType
  /** The complete list of values, offered by the entry and accepted in a file. */
  values?: readonly string[]
  /** Maximum length in an import file; absent if files of sales do not have the field. */
  file?: { max: number; example: string }
}

/**
 * The plain fields of a sale's head, each declared once: calls, rows, the entry, the view and the import read this table, and
 * post_sale.sql and cancel_sale.sql write its columns. Fields with rules of their own (numbers, amounts, dates) are declared
 * where they are used. A rate can depend on one of these fields if it is listed among the rate dimensions.
 */
export const saleFields = {
  SalesPersonCode: { write: optional(upperText(20)), file: { max: 30, example: 'S012' } },
  DepartmentCode: { write: optional(upperText(20)) },
} as const satisfies Record<string, SaleField>

type Fields = typeof saleFields
export type SaleFieldName = keyof Fields
export const saleFieldNames = Object.keys(saleFields) as SaleFieldName[]

/** The same table without its narrow types, for code that handles any field. */
export const saleFieldDeclarations: Readonly<Record<SaleFieldName, SaleField>> = saleFields

type FileField = { [F in SaleFieldName]: Fields[F] extends { file: object } ? F : never }[SaleFieldName]
export const fieldsOfFiles = saleFieldNames.filter((name) => saleFieldDeclarations[name].file) as FileField[]

/** Fields whose value the entry selects from a list. */
export const chosenFields = saleFieldNames.filter((name) => saleFieldDeclarations[name].values)

const shapeOf = <Shape>(schema: (field: SaleField) => z.ZodType) =>
  Object.fromEntries(saleFieldNames.map((name) => [name, schema(saleFieldDeclarations[name])])) as Shape

export const writeShape = shapeOf<{ [F in SaleFieldName]: Fields[F]['write'] }>(({ write }) => write)
export const readShape = shapeOf<Record<SaleFieldName, z.ZodNullable<z.ZodString>>>(() => z.string().nullable())
