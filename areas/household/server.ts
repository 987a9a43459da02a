import { sql } from 'kysely'
import type { ServerArea } from '#kit/server/area.ts'
import { householdRoutes } from './server/routes.ts'
import { householdRowKinds } from './server/row-kinds.ts'
import { householdSegmentFields } from './server/segment-fields.ts'

/** True in SQL for a link that must not move in a merge, because the survivor would be linked to itself or twice. */
const wouldBeDuplicate = (
  endColumn: 'customer_id' | 'relative_id',
  SurvivorId: number,
) => sql`r.${sql.ref(endColumn)} = ${SurvivorId}
  or (r.status = 'Active' and exists (select from household_link own where own.status = 'Active'
    and least(own.customer_id, own.relative_id) = least(${SurvivorId}, r.${sql.ref(endColumn)})
    and greatest(own.customer_id, own.relative_id) = greatest(${SurvivorId}, r.${sql.ref(endColumn)})))`

export const householdServerArea: ServerArea = {
  name: 'household',
  routes: householdRoutes,
  rowKinds: householdRowKinds,
  segmentFields: householdSegmentFields,
  merge: {
    moves: [
      {
        table: 'jewellery_profile',
        key: 'profile_id',
        keyType: 'bigint',
        customer: 'customer_id',
        unless: ({ SurvivorId }) =>
          sql`r.status = 'Active' and exists (select from jewellery_profile own where own.customer_id = ${SurvivorId} and own.status = 'Active')`,
      },
      {
        table: 'jewellery_size',
        key: 'size_id',
        keyType: 'bigint',
        customer: 'customer_id',
        unless: ({ SurvivorId }) =>
          sql`r.status = 'Active' and exists (select from jewellery_size own where own.customer_id = ${SurvivorId} and own.status = 'Active'
            and (upper(own.person), own.kind, own.finger) is not distinct from (upper(r.person), r.kind, r.finger))`,
      },
      {
        table: 'important_date',
        key: 'date_id',
        keyType: 'bigint',
        customer: 'customer_id',
        unless: ({ SurvivorId }) =>
          sql`r.status = 'Active' and exists (select from important_date own where own.customer_id = ${SurvivorId} and own.status = 'Active'
            and upper(own.label) = upper(r.label) and own.occurs_on = r.occurs_on)`,
      },
      {
        table: 'favourite',
        key: 'favourite_id',
        keyType: 'bigint',
        customer: 'customer_id',
        unless: ({ SurvivorId }) => sql`r.given_by_id is not distinct from ${SurvivorId}`,
      },
      {
        // Wishes move separately in a merge, once for the wisher and once for the giver.
        name: 'gifts',
        table: 'favourite',
        key: 'favourite_id',
        keyType: 'bigint',
        customer: 'given_by_id',
        unless: ({ SurvivorId }) => sql`r.customer_id = ${SurvivorId}`,
      },
      {
        table: 'household_link',
        key: 'link_id',
        keyType: 'bigint',
        customer: 'customer_id',
        unless: ({ SurvivorId }) => wouldBeDuplicate('relative_id', SurvivorId),
      },
      {
        name: 'household_links_back',
        table: 'household_link',
        key: 'link_id',
        keyType: 'bigint',
        customer: 'relative_id',
        unless: ({ SurvivorId }) => wouldBeDuplicate('customer_id', SurvivorId),
      },
    ],
  },
  personal: {
    tables: [
      {
        table: 'media',
        part: 'Family and jewellery',
        rows: `r.object_type = 'FavouriteId' and r.object_id in (select favourite_id::text from favourite where customer_id = any($1::bigint[]))`,
        removes: true,
      },
      { table: 'jewellery_profile', part: 'Family and jewellery', removes: true },
      { table: 'jewellery_size', part: 'Family and jewellery', removes: true },
      { table: 'important_date', part: 'Family and jewellery', removes: true },
      // The exported data of a wisher must not reveal who plans a gift.
      { table: 'favourite', part: 'Family and jewellery', hides: 'given_by_id given_at hint_yn', removes: true },
      {
        table: 'favourite',
        part: 'Family and jewellery',
        rows: 'r.given_by_id = any($1::bigint[])',
        hides: '*',
        because: 'is a favourite of another customer',
        clears: 'given_by_id given_at',
        keeps: 'name image_url remarks hint_yn status',
        auditKept: true,
      },
      {
        table: 'household_link',
        part: 'Family and jewellery',
        rows: 'r.customer_id = any($1::bigint[]) or r.relative_id = any($1::bigint[])',
        hides: 'customer_id relative_id',
        removes: true,
      },
    ],
  },
}
