import { shortName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import { getDepartments, listBuildings, listStaffs } from '../contract.ts'

/** Returns the names of all outlets by code, including closed outlets, because their sales remain. */
export async function outletNames() {
  const { rows } = await call(listBuildings, { Rows: 1000 })
  return Object.fromEntries(rows.map(({ Code, Name }) => [Code, Name]))
}

export async function departmentNames() {
  const { rows } = await call(getDepartments, {})
  return Object.fromEntries(rows.map(({ Code, Name }) => [Code, Name]))
}

/** Returns the names of salespeople by code; staff without a salesperson code do not sell. */
export async function salesPersonNames() {
  const { rows } = await call(listStaffs, { Rows: 1000 })
  const sellers = rows.flatMap(({ SalesPersonCode, FullName }) =>
    SalesPersonCode ? [[SalesPersonCode, shortName(FullName)] as const] : [],
  )
  return Object.fromEntries(sellers)
}
