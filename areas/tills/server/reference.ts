import { createHash } from 'node:crypto'
import { readOfflineLimits } from '#areas/points/server/index.ts'
import { listBrands, readSettings } from '#areas/setup/server/index.ts'
import type { Ctx } from '#kit/server/ctx.ts'

/** Returns the reference data of tills; the ETag ignores the time, so that tills download only changed data. */
export async function getTillReferenceData(ctx: Ctx) {
  const { db, actor, now, timeZone, reply } = ctx
  const [settings, Brands, Outlets, ProductGroups, StockGroups, Departments, SalesPeople, languages, Offline] =
    await Promise.all([
      readSettings(ctx),
      listBrands(ctx),
      db
        .selectFrom('Building')
        .select(['Code', 'Name', 'Phone'])
        .where('Status', '=', 'Active')
        .where('Code', '<>', 'HQ')
        .orderBy('Code')
        .execute(),
      db
        .selectFrom('ProductGroup')
        .select(['ProductCode as Code', 'ProductName as Name', 'ProductType', 'EarnPointsYN'])
        .where('Status', '=', 'Active')
        .orderBy('ProductCode')
        .execute(),
      db.selectFrom('StockGroup').select(['Code', 'Name']).orderBy('Code').execute(),
      db.selectFrom('Department').select(['Code', 'Name']).orderBy('Code').execute(),
      db
        .selectFrom('Staff')
        .innerJoin('Building', 'Building.BuildingId', 'Staff.BuildingId')
        .select(['Staff.SalesPersonCode as Code', 'Staff.FullName as Name', 'Building.Code as OutletCode'])
        .where('Staff.Status', '=', 'Active')
        .where('Staff.SalesPersonCode', 'is not', null)
        .orderBy('Staff.SalesPersonCode')
        .$narrowType<{ Code: string }>()
        .execute(),
      db
        .selectFrom('ListItem')
        .select('Value')
        .where('ListName', '=', 'Language')
        .where('Status', '=', 'Active')
        .orderBy('SequenceNo')
        .execute(),
      readOfflineLimits(ctx),
    ])
  const data = {
    TimeZone: timeZone,
    Currency: settings.currency,
    OutletCode: actor.outletCode,
    OutletCodes: [...(actor.outletCodes ?? [])],
    ...{ Outlets, Brands, ProductGroups, StockGroups, Departments, SalesPeople },
    Languages: languages.map(({ Value }) => Value),
    Offline,
  }
  reply.header('etag', `"${createHash('sha256').update(JSON.stringify(data)).digest('base64url')}"`)
  reply.header('cache-control', 'private, no-cache')
  return { Now: now.toISOString(), ...data }
}
