import { type CodeNameProvider, useCodeName, useCodeNameProvider } from './code-names.ts'
import './kit.css'

/** Shows the name of a code where an area provides names for the field, else the code itself. */
export function CodeName({ field, code }: { field: string; code: string }) {
  const named = useCodeNameProvider(field)
  if (!named) return code
  return named.Cell ? <named.Cell code={code} /> : <Name named={named} code={code} />
}

function Name({ named, code }: { named: CodeNameProvider; code: string }) {
  return (
    <bdi className="carat-code-name" title={code}>
      {useCodeName(named)(code)}
    </bdi>
  )
}
