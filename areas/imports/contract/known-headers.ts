import type { ImportKind } from '../contract.ts'

// Column names in common exports of Shopify, Square, HubSpot, Mailchimp and Google Contacts.

const person = {
  FullName: ['Name', 'Display Name', 'Customer Name'],
  Email: ['Email', 'Email Address', 'E-mail 1 - Value'],
  ContactNo: ['Phone', 'Phone Number', 'Mobile Phone Number', 'Phone 1 - Value', 'Default Address Phone'],
  Remarks: ['Note', 'Notes', 'Memo'],
}

const names: Partial<Record<ImportKind, Record<string, readonly string[]>>> = {
  customers: {
    ...person,
    CustomerRef: ['Customer ID', 'Square Customer ID', 'Reference ID', 'Record ID', 'LEID'],
    DateOfBirth: ['Birthday', 'Date of birth'],
    EmailConsentYN: ['Accepts Email Marketing', 'Email Subscription Status'],
    SMSConsentYN: ['Accepts SMS Marketing'],
    Line1: ['Default Address Address1', 'Street Address 1', 'Address 1 - Street', 'Street Address'],
    Line2: ['Default Address Address2', 'Street Address 2', 'Address 1 - Extended Address'],
    Postcode: ['Default Address Zip', 'Postal Code', 'Address 1 - Postal Code', 'Zip'],
    City: ['Default Address City', 'City', 'Address 1 - City'],
    State: ['State', 'State/Region', 'Address 1 - Region'],
  },
  leads: person,
  sales: {
    InvoiceNo: ['Name', 'Transaction ID'],
    PerformedAt: ['Created at', 'Paid at'],
    Quantity: ['Lineitem quantity', 'Qty'],
    UnitPrice: ['Lineitem price'],
    NetAmount: ['Net Sales'],
    Discount: ['Lineitem discount'],
    CustomerRef: ['Customer ID'],
    ItemCode: ['Lineitem sku', 'SKU'],
    Description: ['Lineitem name', 'Item'],
    Brand: ['Vendor'],
  },
}

/** Returns the column names under which other programs export a field. */
export const findKnownHeaders = (kind: ImportKind, field: string): readonly string[] => names[kind]?.[field] ?? []

const joins: Partial<Record<ImportKind, Record<string, readonly (readonly string[])[]>>> = {
  customers: {
    FullName: [
      ['First Name', 'Middle Name', 'Last Name'],
      ['First Name', 'Last Name'],
      ['Given Name', 'Family Name'],
    ],
  },
  leads: {
    FullName: [
      ['First Name', 'Last Name'],
      ['Given Name', 'Family Name'],
    ],
  },
  sales: { PerformedAt: [['Date', 'Time']] },
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

/** Returns the fields that a file splits into several columns, without those that it also has in one column. */
export function findKnownColumnJoins(
  kind: ImportKind,
  columns: readonly string[],
): { field: string; columns: string[] }[] {
  const called = (name: string) => columns.find((column) => plain(column) === plain(name))
  return Object.entries(joins[kind] ?? {}).flatMap(([field, alternatives]) => {
    if ([field, ...findKnownHeaders(kind, field)].some(called)) return []
    const completeJoin = alternatives
      .map((names) => names.map(called))
      .find((names): names is string[] => names.every((column) => column !== undefined))
    return completeJoin ? [{ field, columns: completeJoin }] : []
  })
}
