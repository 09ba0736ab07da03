/**
 * There is nothing to back up, or the target of a restore is not usable in its present state. The message tells the
 * person at the terminal what to do.
 */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

export function occupied(where: string): string {
  return (
    `There is a shop in ${where} already. To keep it aside and put the backup in its place:\n` +
    'npm run restore -- FILE --replace'
  )
}
