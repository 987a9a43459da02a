import type { Result } from './run.ts'

export type Report = { playedAt: string; release: string; driver: string; results: readonly Result[] }

const escapeText = (text: string) =>
  text.replace(/[&<>"]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[letter]!)

export const failedResults = (results: readonly Result[]) => results.filter(({ verdict }) => verdict === 'failed')

/** Returns the report as a page without scripts, which can be sent by mail. */
export function htmlOf({ playedAt, release, driver, results }: Report): string {
  const failed = failedResults(results).length
  const passed = results.filter(({ verdict }) => verdict === 'passed').length
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Conformance report</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1f2328; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #d0d7de; padding: .5rem; text-align: start; vertical-align: top; }
.passed { color: #1a7f37; } .skipped { color: #57606a; } .failed { color: #b3261e; font-weight: 600; }
code, summary { font-size: 13px; } ul { margin: .25rem 0; padding-inline-start: 1.2rem; }
</style>
</head>
<body>
<h1>Conformance report</h1>
<p>${failed === 0 ? `All ${passed} cases passed.` : `${failed} of ${results.length} cases failed.`}</p>
<p>Driver: <code>${escapeText(driver)}</code><br>Server: ${escapeText(release)}<br>Played at: ${escapeText(playedAt)}</p>
<table>
<thead><tr><th>Case</th><th>Verdict</th><th>Played and judged</th></tr></thead>
<tbody>
${results.map(rowOf).join('\n')}
</tbody>
</table>
</body>
</html>
`
}

function rowOf({ id, title, played, judged, verdict, reasons, requests }: Result) {
  const items = (texts: readonly string[]) => `<ul>${texts.map((text) => `<li>${escapeText(text)}</li>`).join('')}</ul>`
  const requestTexts = requests.map(
    ({ path, key, status, fault }) => `${path}: ${fault ?? `status ${status}`}${key ? `, key ${key}` : ''}`,
  )
  return `<tr><td><strong>${id}</strong><br>${escapeText(title)}</td><td class="${verdict}">${verdict}</td><td>
Played: ${escapeText(played)}<br>Judged: ${escapeText(judged)}
${reasons.length > 0 ? `<div class="failed">${items(reasons)}</div>` : ''}
<details><summary>${requests.length} requests</summary>${items(requestTexts)}</details></td></tr>`
}
