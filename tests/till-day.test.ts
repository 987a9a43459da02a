import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { ApiDocument } from '#app/server/api-document.ts'
import { pageRequests, prepareTillDay, tillAccount } from './factories/till-day.ts'
import { useApp } from './harness.ts'

// Runs docs/till-day.arazzo.yaml against the server, and compares it with docs/integration.md and the API document.

type Step = {
  stepId: string
  operationId: string
  parameters?: { name: string; value: string }[]
  requestBody?: { contentType?: string; payload: unknown }
  successCriteria: { condition: string }[]
}
type Arazzo = { arazzo: string; workflows: { workflowId: string; steps: Step[] }[] }

const text = readFileSync('docs/till-day.arazzo.yaml', 'utf8')
const { arazzo, workflows } = parse(text) as Arazzo
const day = workflows.find(({ workflowId }) => workflowId === 'till-day')!.steps
const steps = workflows.flatMap((workflow) => workflow.steps)
const SANDBOX = 'http://127.0.0.1:4100'

const app = useApp({ at: '2026-11-21T02:05:00Z', apiDocs: true })
const folder = mkdtempSync(join(tmpdir(), 'carat-till-day-'))
let document: ApiDocument
let values: Record<string, string> = {}
let address = ''

beforeAll(async () => {
  values = await prepareTillDay(app)
  // On a busy machine Redocly may pause longer between two requests than the server leaves a connection open.
  app.fastify.server.keepAliveTimeout = 600_000
  address = await app.listen()
  document = (await app.inject({ method: 'GET', url: '/api/openapi.json' })).body as ApiDocument
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a copy of the file against the server of this test. Returns the output of a failed run, or undefined. */
async function runWithRedocly(name: string, workflow: string) {
  const file = join(folder, name)
  writeFileSync(file, workflow.replaceAll(SANDBOX, address))
  const inputs = {
    ...tillAccount,
    membershipNo: values.MembershipNo,
    voucherNo: values.VoucherNo,
    securityCode: values.SecurityCode,
    rewardCode: values.RewardCode,
  }
  const program = [
    ...[join(process.cwd(), 'node_modules/@redocly/cli/bin/cli.js'), 'respect', file, '--workflow=till-day'],
    ...Object.entries(inputs).flatMap(([input, value]) => ['--input', `${input}=${value}`]),
  ]
  return promisify(execFile)(process.execPath, program, {
    cwd: folder,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  }).then(
    () => undefined,
    (failed: { stdout: string; stderr: string }) => failed.stdout + failed.stderr,
  )
}

test('docs/till-day.arazzo.yaml: every step succeeds against the server, and every reply has its documented form', async () => {
  expect(await runWithRedocly('day.arazzo.yaml', text)).toBeUndefined()
})

test('docs/till-day.arazzo.yaml: a run with a misspelt field fails at its step', async () => {
  const output = await runWithRedocly('misspelt.arazzo.yaml', text.replace('Typed: ', 'Type: '))
  expect(output).toMatch(/✗ POST \/customer\/memberships\/lookup - step look-up/)
})

test('docs/till-day.arazzo.yaml: has the requests of docs/integration.md in their order, after the sign-in', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      operationId,
      call: `${method.toUpperCase()} ${path}`,
    })),
  )
  const callOf = ({ operationId }: Step) =>
    operations.find((operation) => operation.operationId === operationId.split('.').at(-1))?.call
  const status = ({ successCriteria }: Step) => /^\$statusCode == (\d+)$/.exec(successCriteria[0]!.condition)?.[1]
  const inWorkflow = day.map((step) => ({
    call: callOf(step),
    status: Number(status(step)),
    key: step.parameters?.find(({ name }) => name === 'Idempotency-Key')?.value,
    body: JSON.parse(JSON.stringify(step.requestBody?.payload ?? null).replace(/"\$[\w.-]+"/g, '"value"')),
  }))
  const onPage = pageRequests().map(({ method, path, status, key, body }) => ({
    ...{ call: `${method} ${path}`, status, key },
    body: JSON.parse(body.replace(/"?\{\w+\}"?/g, '"value"') || 'null'),
  }))
  expect(callOf(steps[0]!)).toBe('POST /oauth/token')
  expect(inWorkflow).toEqual(onPage)
})

test('docs/till-day.arazzo.yaml: follows Arazzo 1.0.1, and each step checks its status and a field of its reply', () => {
  expect(arazzo).toBe('1.0.1')
  expect(new Set(steps.map(({ stepId }) => stepId)).size).toBe(steps.length)
  // The search for duplicates may reply with no rows.
  expect(steps.filter(({ successCriteria }) => successCriteria.length < 2).map(({ stepId }) => stepId)).toEqual([
    'duplicates',
  ])
})
