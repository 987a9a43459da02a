import { settingsCatalogue } from '#areas/setup/contract/catalogue.ts'

/** Returns the text of areas/setup/sql/setting_defaults.sql, which defines setting defaults for SQL. */
export function settingDefaultsFunction(): string {
  const defaults = Object.entries(settingsCatalogue)
    .filter(([, setting]) => setting.default !== null)
    .map(([name, setting]) => `    when '${name}' then '${JSON.stringify(setting.default).replaceAll("'", "''")}'`)
  return `-- Written by \`npm run generate\` from areas/setup/contract/catalogue.ts.

-- Returns the value that a setting has until it is changed; null if there is none.
create or replace function setting_default(wanted text) returns jsonb language sql immutable parallel safe as $$
  select (case wanted
${defaults.join('\n')}
  end)::jsonb
$$;
`
}
