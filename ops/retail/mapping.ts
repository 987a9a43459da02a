import type { MappingInput } from '#areas/imports/contract/mapping.ts'

/** The column mapping of the UCI data set Online Retail. Every customer becomes a member of this outlet. */
export const retailMapping = (OutletCode: string): MappingInput => ({
  columns: {
    InvoiceNo: 'InvoiceNo',
    StockCode: 'ItemCode',
    Description: 'Description',
    Quantity: 'Quantity',
    InvoiceDate: 'PerformedAt',
    UnitPrice: 'UnitPrice',
    CustomerID: 'CustomerRef',
  },
  constants: { OutletCode, Brand: 'Online Retail' },
  dates: { format: 'YYYY-MM-DD HH:mm:ss', zone: 'Europe/London' },
  customerReference: 'decimal',
  cancellations: { invoicePrefix: 'C' },
  createMembers: true,
  ensureRules: {
    Brands: ['Online Retail'],
    Structure: {
      Code: 'RETAIL',
      Name: 'Online retail',
      CardCategoryCode: 'CLASSIC',
      EffectiveFrom: '2010-12-01',
      EffectiveTo: '2011-12-31',
    },
    Rate: { Brand: 'Online Retail', Amount: 1, PointRate: 1, EffectiveFrom: '2010-12-01', EffectiveTo: '2011-12-31' },
  },
})
