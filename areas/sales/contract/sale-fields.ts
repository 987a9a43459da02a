import { z } from 'zod'
import { optionalField, upperCaseText } from '#kit/contract/fields.ts'

type SaleField = {
  /** Schema of the values that a request can send for the field. */
  write: z.ZodType
  /** All allowed values of the field, for forms and import files. */
  values?: readonly string[]
  /** Maximum length of the field in an import file; import files do not have a field without it. */
  file?: { max: number; example: string }
}

/**
 * Simple header fields of a sale, each declared once; requests, replies, forms and imports read this table.
 * The SQL files post_sale.sql and cancel_sale.sql write the columns of the header fields.
 * Numbers, amounts and dates of a sale are declared elsewhere.
 * A point rate can depend on a field that is listed in the rate dimensions.
 */
export const saleFields = {
  SalesPersonCode: { write: optionalField(upperCaseText(20)), file: { max: 30, example: 'S012' } },
  DepartmentCode: { write: optionalField(upperCaseText(20)) },
} as const satisfies Record<string, SaleField>

type Fields = typeof saleFields
export type SaleFieldName = keyof Fields
export const saleFieldNames = Object.keys(saleFields) as SaleFieldName[]

/** The table `saleFields` with a general type, for code that handles any field. */
export const saleFieldDeclarations: Readonly<Record<SaleFieldName, SaleField>> = saleFields

type FileField = { [F in SaleFieldName]: Fields[F] extends { file: object } ? F : never }[SaleFieldName]
export const importedSaleFields = saleFieldNames.filter((name) => saleFieldDeclarations[name].file) as FileField[]

/** Names of the header fields whose value is selected from a list. */
export const saleChoiceFields = saleFieldNames.filter((name) => saleFieldDeclarations[name].values)

const shapeOf = <Shape>(schema: (field: SaleField) => z.ZodType) =>
  Object.fromEntries(saleFieldNames.map((name) => [name, schema(saleFieldDeclarations[name])])) as Shape

export const saleInputFields = shapeOf<{ [F in SaleFieldName]: Fields[F]['write'] }>(({ write }) => write)
export const saleReplyFields = shapeOf<Record<SaleFieldName, z.ZodNullable<z.ZodString>>>(() => z.string().nullable())
