import { z } from 'zod'
import { codeText, filterText, Id, text, upperCaseText, YN } from '#kit/contract/fields.ts'
import { pageQuery } from '#kit/contract/page.ts'
import { defineSetupRecord } from '#kit/contract/record.ts'
import { refusal } from '#kit/contract/refusal.ts'

const ProductName = z
  .string()
  .refine((name) => name.trim().length <= 100, 'Product name cannot more than 100 character')
  .pipe(upperCaseText(100))
  .meta({ maxLength: 100, uppercase: true })

/** Code of a new product group; hyphens are rejected as specified, but existing codes with hyphens are valid. */
const NewCode = codeText(40)
  .pipe(z.string().regex(/^[A-Z0-9_]+$/, 'Please use capital letter without space'))
  .meta({ maxLength: 40, uppercase: true, code: true })

export const productGroupRecord = defineSetupRecord({
  area: 'setup',
  name: ['product group', 'product groups'],
  path: '/product-groups',
  role: 'Product Group',
  // The code of a product group never changes, because sales, rates and tills refer to it.
  key: { ProductCode: upperCaseText(60) },
  row: {
    ProductCode: z.string(),
    ProductName: z.string(),
    ProductType: z.string(),
    EarnPointsYN: YN,
    CreatedById: Id.nullable(),
  },
  fields: { ProductName, ProductType: text(100), EarnPointsYN: YN },
  added: { ProductCode: NewCode, EarnPointsYN: YN.default('Y') },
  unique: { ProductCode: 'code' },
  used: '{Rates} point rates',
  list: pageQuery(
    { ProductCode: filterText, ProductName: filterText, ProductType: filterText, Status: filterText },
    { rows: 1000, sort: ['ProductCode', 'ProductName', 'ProductType', 'Status'] },
  ),
})

export const productGroupRefusals = {
  ...productGroupRecord.refusals,
  typeUnknown: refusal(409, 'setup.product_type_unknown', 'There is no product type {ProductType}'),
}

export const { Row: ProductGroup, list: listProductGroups } = productGroupRecord
export type ProductGroup = z.infer<typeof ProductGroup>
