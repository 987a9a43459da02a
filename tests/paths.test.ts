import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isStaffPage } from '#app/server/staff-pages.ts'
import { salePath } from '#areas/sales/paths.ts'
import { path } from '#kit/contract/path.ts'
import { existingPages } from './what-exists.ts'

// Where a page lies is said once: in the `paths.ts` of its area, or of the application. Anyone who links to it calls that, and the
// server answers any other address with 404.

const files = ['app', 'areas', 'kit']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
const declaring = files.filter((file) => /^(areas\/[^/]+|app\/web)\/paths\.ts$/.test(file))
const modules = await Promise.all(declaring.map((file) => import(/* @vite-ignore */ `../${file}`)))
const declared = modules.flatMap((module) => Object.values(module).map((one) => (one as typeof salePath).pattern))
const patterns = declared

/** The part of a path before its first parameter: what a link written by hand would begin with. */
const beginning = (pattern: string) => pattern.replace(/\/:.*/, '')

describe('where a page lies', () => {
  test('is declared once, and no other file writes it', () => {
    expect(new Set(patterns).size).toBe(patterns.length)
    expect(patterns.length).toBeGreaterThan(60)
    const reasons = new Map([
      ['app/web/menu.ts', 'the menu as specified, with the pages that are still to come'],
      ['app/web/layout/useGoTo.ts', 'keys for pages of that menu'],
      ['app/web/section/counts.ts', 'the totals beside entries of that menu'],
    ])
    const starts = new Set(patterns.map(beginning))
    // A call of the API has such a path too.
    const isCall = (file: string) => /^(areas\/[^/]+|kit)\/contract(\.ts|\/)/.test(file)
    const written = files
      .filter(
        (file) =>
          !declaring.includes(file) &&
          !isCall(file) &&
          !file.startsWith('app/demo/') &&
          file !== 'app/server/demo-sso/provider.ts',
      )
      .filter((file) => {
        const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
        return [...text.matchAll(/['"`](?:\$\{basePath\})?(\/[\w/-]*)/g)].some(([, found]) => {
          const parts = found!.replace(/\/$/, '').split('/')
          return parts.some((_, end) => starts.has(parts.slice(0, end + 1).join('/')))
        })
      })
    expect(written.filter((file) => !reasons.has(file))).toEqual([])
    expect([...reasons.keys()].filter((file) => !written.includes(file))).toEqual([])
  })

  test('server: knows each page of the web application, and answers with 404 where there is none', async () => {
    const known = [...existingPages()].map((page) => page.replaceAll('{}', 'A%2F1'))
    expect(known.length).toBeGreaterThan(100)
    expect(known.filter((page) => !isStaffPage(page))).toEqual([])
    expect(['/.env', '/customers/1/2/3', '/x', '/dashboardx'].filter(isStaffPage)).toEqual([])
  })

  test('is known without knowing anything else of the area', () => {
    const imports = declaring.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)])
    expect(new Set(imports.map(([, from]) => from))).toEqual(new Set(['#kit/contract/path.ts']))
  })
})

describe('a link', () => {
  const ringPath = path('/rings/:RingId', 'tab', 'Size')

  test('names what its path asks for, whatever characters that holds', () => {
    expect(salePath({ TransactionType: 'N', InvoiceNo: 'INV/7 ü' })).toBe('/transactions/N/INV%2F7%20%C3%BC')
    // @ts-expect-error a sale is found by its invoice number
    expect(salePath({ TransactionType: 'N' })).toBe('/transactions/N/undefined')
    // @ts-expect-error and not by a number of its own
    salePath({ TransactionType: 'N', InvoiceNo: '7', SaleId: 7 })
  })

  test('and may say what the page is to show first; what is not known is left out', () => {
    expect(ringPath({ RingId: 7, tab: 'stones & gold', Size: undefined })).toBe('/rings/7?tab=stones+%26+gold')
    // @ts-expect-error the page does not know this
    expect(ringPath({ RingId: 7, Colour: 'red' })).toBe('/rings/7')
  })
})
