/** Plays one piece at a time, from the list or with the buttons, and continues with the next one. */
const tracks = [...document.querySelectorAll('li')]
const position = /** @type {HTMLInputElement} */ (document.querySelector('#position'))
const toggle = document.querySelector('#toggle')
const audioOf = (/** @type {Element} */ track) => track.querySelector('audio')
let current = 0

for (const [index, track] of tracks.entries()) {
  const audio = audioOf(track)
  audio.controls = false
  track.querySelector('.plain').remove()
  const button = track.querySelector('button')
  button.addEventListener('click', () => (index === current && !audio.paused ? audio.pause() : play(index)))
  audio.addEventListener('play', show)
  audio.addEventListener('pause', show)
  audio.addEventListener('timeupdate', show)
  audio.addEventListener('ended', () => index + 1 < tracks.length && play(index + 1))
  // The last source failed, so no source is left to try.
  track.querySelector('source:last-of-type').addEventListener('error', () => showTrouble(index))
}
toggle.addEventListener('click', () =>
  audioOf(tracks[current]).paused ? play(current) : audioOf(tracks[current]).pause(),
)
document.querySelector('#previous').addEventListener('click', () => play(Math.max(0, current - 1)))
document
  .querySelector('#next')
  .addEventListener('click', () => play(Math.min(tracks.length - 1, current + 1)))
position.addEventListener('input', () => {
  audioOf(tracks[current]).currentTime = Number(position.value)
})

/** @param {number} index */
function play(index) {
  for (const [other, track] of tracks.entries()) if (other !== index) stop(audioOf(track))
  current = index
  document.querySelector('#title').textContent = tracks[index].dataset.title
  document.querySelector('#artist').textContent = tracks[index].dataset.artist
  audioOf(tracks[index])
    .play()
    .catch((error) => {
      // The user chose another piece before this one started.
      if (error.name !== 'AbortError') showTrouble(index)
    })
}

/** @param {HTMLAudioElement} audio */
function stop(audio) {
  audio.pause()
  audio.currentTime = 0
}

function show() {
  const audio = audioOf(tracks[current])
  toggle.textContent = audio.paused ? 'Play' : 'Pause'
  position.value = String(Math.floor(audio.currentTime))
  position.setAttribute('aria-valuetext', `${Math.floor(audio.currentTime)} of 48 seconds`)
  for (const [index, track] of tracks.entries()) {
    track.querySelector('button').setAttribute('aria-pressed', String(index === current && !audio.paused))
  }
}

/** @param {number} index */
function showTrouble(index) {
  if (index === current)
    document.querySelector('#artist').textContent = 'This piece could not be loaded. Please try again'
  audioOf(tracks[index]).load()
}
