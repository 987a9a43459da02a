import { parseArgs } from 'node:util'
import { type CliCommand, UsageError } from '../command.ts'
import { runErpChecks } from './cases.ts'

/** Checks a test system of the ERP. Fails if a case fails. */
export const erpCheckCommand: CliCommand = {
  name: 'erp-check',
  usage: 'URL [--secret SECRET]',
  help: 'Checks a test server of the ERP against docs/erp.md; it receives test vouchers. The secret may be in ERP_SECRET.',
  async run(args, env) {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { secret: { type: 'string' } } })
    const [url] = positionals
    const secret = values.secret ?? env.ERP_SECRET
    if (positionals.length !== 1 || !url || !URL.canParse(url)) throw new UsageError('Give the address of the ERP.')
    if (!secret) throw new UsageError('Give the secret by --secret or ERP_SECRET.')
    const results = await runErpChecks(url.replace(/\/$/, ''), secret)
    for (const { title, fault } of results)
      console.log(`${fault ? 'FAILED' : 'passed'}  ${title}${fault ? `: ${fault}` : ''}`)
    const failed = results.filter(({ fault }) => fault).length
    console.log(`\n${results.length - failed} passed, ${failed} failed`)
    if (failed > 0) throw new Error('The ERP does not meet docs/erp.md yet.')
  },
}
