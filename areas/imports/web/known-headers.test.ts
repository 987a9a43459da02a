import { expect, test } from 'vitest'
import { findKnownColumnJoins, findKnownHeaders } from '../contract/known-headers.ts'
import { targetFieldsByKind } from '../contract/mapping.ts'
import type { ImportKind } from '../contract.ts'
import { guessColumnMapping } from './workbench/guess.ts'

/** The suggested mapping for a file with these columns: each field with its source columns. */
function suggested(kind: ImportKind, header: string) {
  const columns = header.split(',')
  const joins = findKnownColumnJoins(kind, columns)
  const targets = Object.entries(targetFieldsByKind[kind]).map(([field, { required, example }]) => {
    const joined = joins.find((join) => join.field === field)?.columns
    return { field, label: field, required, example, names: findKnownHeaders(kind, field), joined }
  })
  const guessed = Object.entries(guessColumnMapping(columns, targets)).map(([column, field]) => [field, column])
  return Object.fromEntries([...guessed, ...joins.map(({ field, columns: parts }) => [field, parts.join(' + ')])])
}

test('suggested mapping: recognises a Shopify customer export', () => {
  expect(
    suggested(
      'customers',
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags',
    ),
  ).toMatchObject({
    ...{ CustomerRef: 'Customer ID', FullName: 'First Name + Last Name', Email: 'Email', ContactNo: 'Phone' },
    ...{ EmailConsentYN: 'Accepts Email Marketing', SMSConsentYN: 'Accepts SMS Marketing', Remarks: 'Note' },
    ...{ Line1: 'Default Address Address1', City: 'Default Address City', Postcode: 'Default Address Zip' },
  })
})

test('suggested mapping: recognises a Square customer export', () => {
  expect(
    suggested(
      'customers',
      'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,Street Address 2,City,State,Postal Code,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Transaction Count,Lifetime Spend,Email Subscription Status',
    ),
  ).toMatchObject({
    ...{ FullName: 'First Name + Last Name', Email: 'Email Address', ContactNo: 'Phone Number' },
    ...{ DateOfBirth: 'Birthday', EmailConsentYN: 'Email Subscription Status', Line1: 'Street Address 1' },
    ...{ City: 'City', State: 'State', Postcode: 'Postal Code', Remarks: 'Memo' },
  })
})

test('suggested mapping: recognises HubSpot, Mailchimp and Google contact exports', () => {
  expect(suggested('customers', 'Record ID,First Name,Last Name,Email,Phone Number,Contact owner')).toMatchObject({
    ...{ CustomerRef: 'Record ID', FullName: 'First Name + Last Name', Email: 'Email', ContactNo: 'Phone Number' },
  })
  expect(
    suggested('leads', 'Email Address,First Name,Last Name,Address,Phone Number,Birthday,MEMBER_RATING,LEID'),
  ).toMatchObject({ FullName: 'First Name + Last Name', Email: 'Email Address', ContactNo: 'Phone Number' })
  expect(
    suggested(
      'customers',
      'First Name,Middle Name,Last Name,Nickname,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code',
    ),
  ).toMatchObject({
    ...{ FullName: 'First Name + Middle Name + Last Name', Email: 'E-mail 1 - Value', ContactNo: 'Phone 1 - Value' },
    ...{ DateOfBirth: 'Birthday', Remarks: 'Notes', Line1: 'Address 1 - Street', Postcode: 'Address 1 - Postal Code' },
  })
  expect(suggested('customers', 'Name,Given Name,Family Name,Phone 1 - Value')).toMatchObject({ FullName: 'Name' })
})

test('suggested mapping: recognises Shopify and Square sales exports', () => {
  expect(
    suggested(
      'sales',
      'Name,Email,Financial Status,Paid at,Subtotal,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Lineitem discount,Vendor,Id',
    ),
  ).toMatchObject({
    ...{ InvoiceNo: 'Name', PerformedAt: 'Created at', Quantity: 'Lineitem quantity', UnitPrice: 'Lineitem price' },
    ...{ ItemCode: 'Lineitem sku', Description: 'Lineitem name', Discount: 'Lineitem discount', Brand: 'Vendor' },
  })
  expect(
    suggested(
      'sales',
      'Date,Time,Time Zone,Category,Item,Qty,SKU,Gross Sales,Discounts,Net Sales,Tax,Transaction ID,Customer ID',
    ),
  ).toMatchObject({
    ...{ PerformedAt: 'Date + Time', InvoiceNo: 'Transaction ID', Quantity: 'Qty', NetAmount: 'Net Sales', Tax: 'Tax' },
    ...{ ItemCode: 'SKU', Description: 'Item', CustomerRef: 'Customer ID' },
  })
})
