import { readFile } from 'node:fs/promises'
import { post, registerMember, uniqueDigits } from './api.ts'
import { findAxeViolations } from './axe.ts'
import { codeSentTo, openPhone } from './customers-pages.ts'
import { expect, test } from './staff.ts'

test('own data: a member downloads all data in one file, even after a network failure', async ({
  browser,
  staffPage,
  server,
}) => {
  const [hq, outlet] = [await staffPage('hq'), await staffPage('outlet')]
  const { CustomerId, MembershipNo, IdNo } = await registerMember(outlet.request, hq.request)
  const Email = `own.${uniqueDigits()}@mail.example`
  await post(outlet.request, '/customer/email/update', { CustomerId, Email })

  const { page, context } = await openPhone(browser, { baseURL: server.address, locale: 'fr-FR' })
  await page.goto('/self-service/card/data')
  await expect(page.getByText(/^Pour que personne d’autre n’obtienne vos données/)).toBeVisible()
  await page.getByRole('link', { name: 'Se connecter' }).click()
  await page.getByLabel('Numéro de membre ou adresse e-mail').fill(MembershipNo)
  await page.getByRole('button', { name: 'Envoyer le code' }).click()
  await expect.poll(() => codeSentTo(hq.request, Email)).toBeTruthy()
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill((await codeSentTo(hq.request, Email))!)
  await page.getByRole('button', { name: 'Se connecter' }).click()

  await expect(page).toHaveURL(/\/card$/)
  await page.goto('/self-service/card/me')
  await page.getByRole('link', { name: 'Télécharger mes données' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vos données')
  await expect(page.getByRole('button', { name: 'Télécharger mes données' })).toBeEnabled()
  expect(await findAxeViolations(page, 'body')).toEqual([])

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Télécharger mes données' }).click()
  await expect(page.getByText('Pas de connexion. Votre fichier arrivera dès le retour du réseau.')).toBeVisible()
  const download = page.waitForEvent('download')
  await context.setOffline(false)
  const file = await download
  expect(file.suggestedFilename()).toBe(`personal-data-${MembershipNo}.zip`)
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect(bytes.includes(IdNo)).toBe(false)
  await expect(page.getByRole('link', { name: 'Enregistrer le fichier' })).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('data.png'), fullPage: true })
  await context.close()
})
