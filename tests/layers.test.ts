import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { serverAreas } from '#app/server/areas.ts'
import { layers } from '#db/layers.ts'
import { toColumnName } from '#kit/server/names.ts'
import { eventFunctions, eventsPage } from '../scripts/generate-events.ts'
import { filesIn, importsIn, toHalfPath, withoutComments } from './sources.ts'
import { ownerOfTable, tablesOfFile } from './table-owners.ts'

// An area depends on lower areas only (db/layers.ts): in imports, SQL function calls, and tables that it reads.
// Higher areas handle its events, and contribute to its pages through the slots in its `web/slots.ts`.
// Every area may import the page paths (`paths.ts`) of all areas, because links lead to all pages.

const files = filesIn('areas').filter((file) => /\.(tsx?|sql)$/.test(file) && !file.includes('.test.'))
const codeOf = new Map(files.map((file) => [file, withoutComments(file, readFileSync(file, 'utf8'))]))

const areaOf = (file: string) => file.split('/')[1]!
const layerOf = new Map(layers.flatMap((areas, layer) => areas.map((area) => [area, layer] as const)))

const importsOf = (file: string) =>
  importsIn(file, codeOf.get(file)!).filter((path) => path.startsWith('areas/') && !path.endsWith('/paths.ts'))

const ownerOfFunction = new Map(
  files
    .filter((file) => file.endsWith('.sql'))
    .flatMap((file) =>
      [...codeOf.get(file)!.matchAll(/create (?:or replace )?function (\w+)\(/g)].map(
        ([, name]) => [name!, areaOf(file)] as const,
      ),
    ),
)

/** Returns the areas whose SQL functions a server file calls. */
const calledBy = (file: string) =>
  /\/(server|sql)\//.test(toHalfPath(file))
    ? [...codeOf.get(file)!.matchAll(/\b([a-z]+(?:_[a-z]+)+)\(|\bdatabaseFunctions\s*\.(\w+)/g)].flatMap(
        ([, name, called]) => ownerOfFunction.get(name ?? toColumnName(called!)) ?? [],
      )
    : []

/** Returns violations such as `customers → points`, where an area uses an area that is not lower. */
function upwards(half: (file: string) => boolean) {
  const edges = files.filter(half).flatMap((file) => {
    const from = areaOf(file)
    return [...importsOf(file).map(areaOf), ...calledBy(file)]
      .filter((to) => to !== from && layerOf.get(to)! >= layerOf.get(from)!)
      .map((to) => `${from} → ${to}`)
  })
  return [...new Set(edges)].sort()
}

/** Files that may read tables of a higher area, with the reason for each. */
const readsUpwards: readonly { why: string; files: readonly string[] }[] = [
  {
    why: 'balances() is a part of the query of each list of members, so it must be in a lower area than all of them',
    files: ['areas/customers/sql/balances.sql: point_balance point_history'],
  },
  {
    why: 'points and sales read the category of a member on a day, which is derived from level changes',
    files: ['areas/memberships/sql/categories.sql: membership_level_history'],
  },
]

const isWeb = (file: string) => /^areas\/[^/]+\/(web|public)[./]/.test(toHalfPath(file))

describe('layers of areas', () => {
  test('layers of areas: server, contract and SQL code of an area uses only lower areas', () => {
    expect(upwards((file) => !isWeb(file))).toEqual([])
  })

  test('layers of areas: an area reads only tables of lower areas', () => {
    const violations = [...tablesOfFile]
      .filter(([file]) => file.startsWith('areas/'))
      .flatMap(([file, tables]) => {
        const layer = layerOf.get(areaOf(file))!
        const above = [...tables].filter((table) => {
          const owner = ownerOfTable.get(table)
          return owner !== undefined && owner !== areaOf(file) && (layerOf.get(owner) ?? -1) >= layer
        })
        return above.length > 0 ? [`${file}: ${above.sort().join(' ')}`] : []
      })
    expect(violations.sort()).toEqual(readsUpwards.flatMap(({ files }) => files).sort())
  })

  test('layers of areas: pages of an area use only lower areas', () => {
    expect(upwards(isWeb)).toEqual([])
  })
})

describe('events between areas', () => {
  test('events between areas: db/sql/events.sql matches the handlers; run `npm run generate` after a change', () => {
    expect(readFileSync('db/sql/events.sql', 'utf8')).toBe(eventFunctions())
  })

  test('events between areas: docs/events.md matches the handlers', () => {
    expect(readFileSync('docs/events.md', 'utf8')).toBe(eventsPage())
  })

  test('events between areas: only areas in a higher layer handle the event of an area', () => {
    const declared = files
      .filter((file) => file.endsWith('/server/events.ts'))
      .flatMap((file) =>
        [...codeOf.get(file)!.matchAll(/\b(?:defineEvent|defineSqlEvent)(?:<[^']*>)?\(\s*'(\w+)'/g)].map(
          ([, name]) => [name!, areaOf(file)] as const,
        ),
      )
    const publisher = new Map(declared)
    expect(publisher.size).toBeGreaterThan(5)
    const wrong = serverAreas.flatMap(({ name, handles = [] }) =>
      handles.filter(({ event }) => layerOf.get(publisher.get(event.name)!)! >= layerOf.get(name)!),
    )
    expect(wrong).toEqual([])
    const handled = new Set(serverAreas.flatMap(({ handles = [] }) => handles.map(({ event }) => event.name)))
    expect(declared.map(([name]) => name).filter((name) => !handled.has(name))).toEqual([])
  })

  test('events between areas: every SQL handler belongs to a declared event', () => {
    const underscored = (area: string) => area.replaceAll('-', '_')
    const announced = serverAreas.flatMap(({ name, handles = [] }) =>
      handles.filter(({ run }) => !run).map(({ event }) => `${underscored(name)}_on_${event.name}`),
    )
    const sqlHandlers = [...ownerOfFunction]
      .filter(([name, area]) => name.startsWith(`${underscored(area)}_on_`))
      .map(([name]) => name)
    expect(announced.toSorted()).toEqual(sqlHandlers.toSorted())
  })
})
