import { IconCheck, IconMinus } from '@tabler/icons-react'
import { appRoles, mayActOnApp, type AppAction } from '@trestle/domain/access/roles.ts'
import { useTranslation } from 'react-i18next'
import '../texts/collaborators.ts'
import classes from './PermissionMatrix.module.css'
import { useWording } from '../shared/useWording.ts'

const lines = {
  viewProduction: 'credentials.viewProduction',
  viewSandbox: 'credentials.viewSandbox',
  viewManifests: 'manifest.view',
  editSettings: 'app.edit',
  editManifests: 'manifest.edit',
  submitListing: 'listing.submit',
  resetSecrets: 'credentials.reset',
  updateCollaborators: 'collaborators.edit',
  deleteApp: 'app.delete',
} as const satisfies Record<string, AppAction>

const names = Object.keys(lines) as (keyof typeof lines)[]

/** Shows who may do what, from the table the server uses to decide. */
export function PermissionMatrix() {
  const { t } = useTranslation()
  const wording = useWording()
  const shown = names.filter((line) => line !== 'viewSandbox' || wording.context !== 'gov')
  return (
    <>
      <div className={classes['frame']}>
        <table className={classes['matrix']}>
          <caption className="visually-hidden">{t('collaborators.matrix.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('collaborators.matrix.capability')}</th>
              {appRoles.map((role) => (
                <th key={role} scope="col">
                  {t(`collaborators.roles.${role}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <tr key={line}>
                <th scope="row">{t(`collaborators.matrix.lines.${line}`)}</th>
                {appRoles.map((role) => (
                  <td key={role}>
                    <Mark isAllowed={mayActOnApp(role, lines[line])} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes['note']}>{t('collaborators.matrix.note', wording)}</p>
    </>
  )
}

function Mark({ isAllowed }: { isAllowed: boolean }) {
  const { t } = useTranslation()
  const Icon = isAllowed ? IconCheck : IconMinus
  return (
    <span className={classes['mark']} data-allowed={isAllowed || undefined}>
      <Icon size="1.125rem" aria-hidden />
      <span className="visually-hidden">
        {t(isAllowed ? 'collaborators.matrix.yes' : 'collaborators.matrix.no')}
      </span>
    </span>
  )
}
