import { type CodeNames, useCodeName, useNamedField } from './code-names.ts'
import './kit.css'

/** A code of this field by its name, where an area knows it; any other text as it is. */
export function CodeName({ field, code }: { field: string; code: string }) {
  const named = useNamedField(field)
  if (!named) return code
  return named.Cell ? <named.Cell code={code} /> : <Name named={named} code={code} />
}

function Name({ named, code }: { named: CodeNames; code: string }) {
  return (
    <bdi className="carat-code-name" title={code}>
      {useCodeName(named)(code)}
    </bdi>
  )
}
