import { useEffect, useState } from 'react'
import type { config } from '#shared/site/api/config.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { useHydrated } from '#app/platform/ui/use-hydrated.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import styles from './music.module.css'

/** Milliseconds until the page says that the player is slow. Browsers do not report that a frame has failed to load. */
const SLOW_AFTER = 8000

type Facts = Reply<typeof config.music>['playlist']

/**
 * The playlist's player, 450 px high and at most 700 px wide. It is embedded at once, with a spinner until it has
 * loaded. With `MUSIC_LOAD=click`, nothing is loaded from the music service until the visitor presses a button.
 */
export function Playlist({ playlist, title }: { playlist: Facts; title: string }) {
  const { player, link, load, sandbox } = playlist
  return (
    <section className={`grid ${styles.playlist}`} aria-labelledby="playlist">
      <div className={styles.player}>
        {load === 'click' ? (
          <PlayerOnClick address={player} title={title} />
        ) : (
          <PlayerAtOnce address={player} title={title} />
        )}
      </div>
      <div className={`stack-2 packed items-left ${styles.beside}`}>
        <h2 id="playlist">{title}</h2>
        <p>The same records that turn behind the bar. Listen along, wherever you pour.</p>
        {sandbox ? <p className="italic">Eight short pieces, made for this site.</p> : null}
        {link === null ? null : (
          <ButtonLink look="line" to={link} target="_blank" rel="noreferrer">
            Open the playlist on Spotify
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

type PlayerProps = { address: string; title: string }

/** The frame is added after hydration. Otherwise it may finish loading before React can handle its load event. */
function PlayerAtOnce({ address, title }: PlayerProps) {
  const isHydrated = useHydrated()
  const isOffline = useOffline()
  if (isHydrated && isOffline)
    return (
      <div className={`grid box mat ${styles.before}`}>
        <RecordDrawing />
        <p role="alert" className="soft">
          You are offline. The player loads once you are connected.
        </p>
      </div>
    )
  if (isHydrated) return <Player address={address} title={title} />
  return (
    <>
      <Loading />
      <noscript>
        <Frame address={address} title={title} />
      </noscript>
    </>
  )
}

function PlayerOnClick({ address, title }: PlayerProps) {
  const [isRequested, setRequested] = useState(false)
  const [isOffline, setOffline] = useState(false)
  if (isRequested) return <Player address={address} title={title} />
  return (
    <div className={`grid box mat ${styles.before}`}>
      <RecordDrawing />
      <Button
        className={styles.play}
        onClick={() => {
          // If the browser is offline, the frame would load the browser's error page, which also causes a load event.
          setOffline(!navigator.onLine)
          setRequested(navigator.onLine)
        }}
      >
        Play here
      </Button>
      {isOffline ? (
        <p role="alert" className="soft">
          You are offline. Press again once you are connected.
        </p>
      ) : null}
      <p className="soft">
        The player comes from Spotify. If you press the button, it loads and sets its own cookies. Until then,
        nothing is sent to Spotify.
      </p>
    </div>
  )
}

function Player({ address, title }: PlayerProps) {
  const [state, setState] = useState<'waiting' | 'late' | 'loaded'>('waiting')
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === 'waiting' ? 'late' : now)), SLOW_AFTER)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {state === 'waiting' ? <Loading /> : null}
      {state === 'late' ? (
        <p role="status" className={`pad-2 box mat ${styles.late}`}>
          The player is taking a long time to load. The link opens the playlist without it.
        </p>
      ) : null}
      <Frame address={address} title={title} onLoad={() => setState('loaded')} />
    </>
  )
}

function Frame({ address, title, onLoad }: PlayerProps & { onLoad?: () => void }) {
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- on another origin, and a sandbox blocks protected audio
    <iframe
      className={styles.frame}
      title={`Playlist: ${title}`}
      src={address}
      height={450}
      allow="autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={onLoad}
    />
  )
}

function Loading() {
  return (
    <div className={`grid box mat ${styles.waiting}`}>
      <Spinner what="Loading the player" />
    </div>
  )
}

/** Whether the browser reports that it is offline; false on the server. */
function useOffline(): boolean {
  const [isOffline, setOffline] = useState(false)
  useEffect(() => {
    const read = () => setOffline(!navigator.onLine)
    read()
    addEventListener('online', read)
    addEventListener('offline', read)
    return () => {
      removeEventListener('online', read)
      removeEventListener('offline', read)
    }
  }, [])
  return isOffline
}

function RecordDrawing() {
  return (
    <svg viewBox="0 0 120 120" width="120" height="120" aria-hidden="true" focusable="false">
      <circle cx="60" cy="60" r="59.5" fill="#1c1a17" />
      {[50, 43, 36, 29].map((radius) => (
        <circle key={radius} cx="60" cy="60" r={radius} fill="none" stroke="#fbf8f2" strokeOpacity="0.25" />
      ))}
      <circle cx="60" cy="60" r="20" fill="#c8452f" />
      <circle cx="60" cy="60" r="2.5" fill="#fbf8f2" />
    </svg>
  )
}
