import { shortenPersonName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import { getDepartments, listBuildings, listStaffs } from '../contract.ts'

/** Returns the names of all outlets by code, including closed outlets, because their sales remain. */
export async function fetchOutletNames() {
  const { rows } = await call(listBuildings, { Rows: 1000 })
  return Object.fromEntries(rows.map(({ Code, Name }) => [Code, Name]))
}

export async function fetchDepartmentNames() {
  const { rows } = await call(getDepartments, {})
  return Object.fromEntries(rows.map(({ Code, Name }) => [Code, Name]))
}

/** Returns the names of salespeople by code; staff without a salesperson code do not sell. */
export async function fetchSalesPersonNames() {
  const { rows } = await call(listStaffs, { Rows: 1000 })
  const sellers = rows.flatMap(({ SalesPersonCode, FullName }) =>
    SalesPersonCode ? [[SalesPersonCode, shortenPersonName(FullName)] as const] : [],
  )
  return Object.fromEntries(sellers)
}
