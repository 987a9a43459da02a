import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isStaffPage } from '#app/server/staff-pages.ts'
import { salePath } from '#areas/sales/paths.ts'
import { definePath } from '#kit/contract/path.ts'
import { existingPages } from './existing-parts.ts'

// The `paths.ts` of an area or of the application declares each page path once, and links are built from it.
// The server answers any other path with 404.

const files = ['app', 'areas', 'kit']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
const declaring = files.filter((file) => /^(areas\/[^/]+|app\/web)\/paths\.ts$/.test(file))
const modules = await Promise.all(declaring.map((file) => import(/* @vite-ignore */ `../${file}`)))
const declared = modules.flatMap((module) => Object.values(module).map((one) => (one as typeof salePath).pattern))
const patterns = declared

/** Returns the part of a path before its first parameter, with which a literal link would begin. */
const beginning = (pattern: string) => pattern.replace(/\/:.*/, '')

describe('paths of pages', () => {
  test('page paths: no path is declared twice', () => {
    expect(new Set(patterns).size).toBe(patterns.length)
    expect(patterns.length).toBeGreaterThan(60)
    const reasons = new Map([
      ['app/web/menu.ts', 'the menu as specified, with the pages that are still to come'],
      ['app/web/layout/useGoTo.ts', 'keys for pages of that menu'],
      ['app/web/section/counts.ts', 'the totals beside entries of that menu'],
    ])
    const starts = new Set(patterns.map(beginning))
    // An API call may have the same path.
    const isCall = (file: string) => /^(areas\/[^/]+|kit)\/contract(\.ts|\/)/.test(file)
    const writtenPaths = files
      .filter(
        (file) =>
          !declaring.includes(file) &&
          !isCall(file) &&
          !file.startsWith('app/demo/') &&
          file !== 'app/server/demo-sso/provider.ts',
      )
      .filter((file) => {
        const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
        return [...text.matchAll(/['"`](?:\$\{basePath\})?(\/[\w/-]*)/g)].some(([, literalPath]) => {
          const parts = literalPath!.replace(/\/$/, '').split('/')
          return parts.some((_, end) => starts.has(parts.slice(0, end + 1).join('/')))
        })
      })
    expect(writtenPaths.filter((file) => !reasons.has(file))).toEqual([])
    expect([...reasons.keys()].filter((file) => !writtenPaths.includes(file))).toEqual([])
  })

  test('page paths: the server replies with a page for each path, and with 404 for other paths', async () => {
    const knownPages = [...existingPages()].map((page) => page.replaceAll('{}', 'A%2F1'))
    expect(knownPages.length).toBeGreaterThan(100)
    expect(knownPages.filter((page) => !isStaffPage(page))).toEqual([])
    expect(['/.env', '/customers/1/2/3', '/x', '/dashboardx'].filter(isStaffPage)).toEqual([])
  })

  test('page paths: a module of paths imports no other module of its area', () => {
    const imports = declaring.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)])
    expect(new Set(imports.map(([, from]) => from))).toEqual(new Set(['#kit/contract/path.ts']))
  })
})

describe('link', () => {
  const ringPath = definePath('/rings/:RingId', 'tab', 'Size')

  test('link to a page: every character of a path parameter is encoded', () => {
    expect(salePath({ TransactionType: 'N', InvoiceNo: 'INV/7 ü' })).toBe('/transactions/N/INV%2F7%20%C3%BC')
    // @ts-expect-error the path of a sale requires an invoice number
    expect(salePath({ TransactionType: 'N' })).toBe('/transactions/N/undefined')
    // @ts-expect-error the path of a sale has no parameter for an id
    salePath({ TransactionType: 'N', InvoiceNo: '7', SaleId: 7 })
  })

  test('link to a page: query parameters are accepted, and undefined ones are left out', () => {
    expect(ringPath({ RingId: 7, tab: 'stones & gold', Size: undefined })).toBe('/rings/7?tab=stones+%26+gold')
    // @ts-expect-error the page declares no such query parameter
    expect(ringPath({ RingId: 7, Colour: 'red' })).toBe('/rings/7')
  })
})
