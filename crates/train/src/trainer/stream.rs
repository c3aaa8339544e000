//! Samples from files in batches, in an order that follows from seed and epoch alone.
//!
//! The blocks of all files are permuted. As many of them as fit half of the memory are a
//! *window*, whose chunks are shuffled. A thread reads the next window while it hands out
//! the chunks of the current one. A batch is made of whole chunks.

use super::chunk::MAX_SAMPLES;
use super::file::{Block, ChunkFile, chunk_at};
use super::shape::SampleShape;
use crate::fit::shuffle;
use anyhow::{Context, Result, anyhow, ensure};
use plyglot_core::game::random::mix;
use plyglot_support::files;
use plyglot_support::text::NO_THREAD;
use std::fs::File;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::Builder;

/// The smallest size of a batch, in samples. Batches of one epoch are about equal: so each has
/// more samples than a chunk, and at least one chunk begins in it.
pub const MIN_BATCH: usize = 2 * MAX_SAMPLES;
/// The number of batches that may wait to be used.
const MAX_READY_BATCHES: usize = 4;
/// The bytes that a chunk in a window takes besides its content.
const BYTES_PER_PLACE: u64 = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamOptions {
    /// The bytes of memory for windows. Each of the two has at least one block of some
    /// 128 KiB.
    pub memory: u64,
    /// The approximate number of samples in a batch; at least [`MIN_BATCH`].
    pub batch: usize,
    /// The seed of the order.
    pub seed: u64,
}

/// A batch of encoded chunks.
#[derive(Debug, Default)]
pub struct Batch {
    bytes: Vec<u8>,
    /// For each chunk its end in the bytes, and its samples.
    chunks: Vec<(u32, u8)>,
    samples: usize,
    /// The seed of the symmetries of the chunks.
    seed: u64,
}

impl Batch {
    /// The symmetry under which a chunk is used, less than `symmetries`.
    pub(super) fn symmetry(&self, number: usize, symmetries: usize) -> usize {
        (mix(self.seed ^ number as u64) % symmetries as u64) as usize
    }

    /// Adds an encoded chunk of this number of samples.
    pub fn push(&mut self, content: &[u8], samples: usize) {
        self.bytes.extend_from_slice(content);
        self.chunks.push((self.bytes.len() as u32, samples as u8));
        self.samples += samples;
    }

    pub fn len(&self) -> usize {
        self.chunks.len()
    }

    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    pub fn samples(&self) -> usize {
        self.samples
    }

    /// The content of a chunk, and the number of its samples.
    #[inline]
    pub fn chunk(&self, number: usize) -> (&[u8], usize) {
        let start = if number == 0 { 0 } else { self.chunks[number - 1].0 as usize };
        let (end, samples) = self.chunks[number];
        (&self.bytes[start..end as usize], usize::from(samples))
    }
}

#[derive(Clone, Debug)]
pub struct SampleStream {
    files: Arc<Vec<ChunkFile>>,
    options: StreamOptions,
    samples: u64,
}

/// The batches of an epoch, read by a thread. An error is the last item.
#[derive(Debug)]
pub struct Batches(Receiver<Result<Batch>>);

impl Iterator for Batches {
    type Item = Result<Batch>;

    fn next(&mut self) -> Option<Result<Batch>> {
        self.0.recv().ok()
    }
}

impl SampleStream {
    /// The samples of files.
    pub fn open(
        paths: &[PathBuf],
        shape: SampleShape,
        options: StreamOptions,
    ) -> Result<SampleStream> {
        let files = paths.iter().map(|path| ChunkFile::open(path)).collect::<Result<Vec<_>>>()?;
        for file in &files {
            let (path, found) = (file.path().display(), file.shape());
            ensure!(found == shape, "{path} has samples of {found:?}, not of {shape:?}");
        }
        let samples = files.iter().map(|file| file.totals().samples).sum();
        ensure!(samples > 0, "there are no samples");
        ensure!(options.batch >= MIN_BATCH, "a batch has at least {MIN_BATCH} samples");
        Ok(SampleStream { files: Arc::new(files), options, samples })
    }

    pub fn samples(&self) -> u64 {
        self.samples
    }

    pub fn batches(&self) -> u64 {
        self.samples.div_ceil(self.options.batch as u64)
    }

    /// A hash of the files' contents, from the checksums of their blocks.
    pub fn fingerprint(&self) -> u64 {
        let blocks = self.files.iter().flat_map(|file| &file.blocks);
        let hash =
            |sum, block: &Block| mix(sum ^ u64::from(block.crc) ^ u64::from(block.samples) << 32);
        blocks.fold(self.samples, hash)
    }

    /// The batches of an epoch from number `first` on, which is at most
    /// [`SampleStream::batches`].
    pub fn epoch(&self, epoch: u64, first: u64) -> Result<Batches> {
        let (sender, receiver) = sync_channel(MAX_READY_BATCHES);
        let seed = mix(mix(self.options.seed) ^ epoch);
        let blocks = self.files.iter().enumerate();
        let mut order: Vec<(u32, u32)> = blocks
            .flat_map(|(file, f)| (0..f.blocks.len()).map(move |block| (file as u32, block as u32)))
            .collect();
        shuffle(&mut order, seed);
        let mut reader = BatchReader {
            files: Arc::clone(&self.files),
            handles: self.files.iter().map(|_| None).collect(),
            order,
            seed,
            window_bytes: self.options.memory / 2,
            samples: self.samples,
            batches: self.batches(),
            first,
            sender,
        };
        let thread = Builder::new().name("reader of samples".to_owned()).spawn(move || {
            if let Err(error) = reader.run() {
                let _ = reader.sender.send(Err(error));
            }
        });
        thread.context(NO_THREAD)?;
        Ok(Batches(receiver))
    }
}

struct BatchReader {
    files: Arc<Vec<ChunkFile>>,
    handles: Vec<Option<File>>,
    /// File and number of all blocks.
    order: Vec<(u32, u32)>,
    seed: u64,
    window_bytes: u64,
    samples: u64,
    batches: u64,
    first: u64,
    sender: SyncSender<Result<Batch>>,
}

struct StreamWindow {
    number: u64,
    /// The range of the blocks in their order.
    blocks: Range<usize>,
    /// The number of samples in windows before.
    start: u64,
    /// The end of the blocks that have been read.
    read: usize,
    bytes: Vec<u8>,
    /// The places of chunks in the bytes.
    chunks: Vec<u64>,
}

impl BatchReader {
    fn block(&self, place: usize) -> Block {
        let (file, block) = self.order[place];
        self.files[file as usize].blocks[block as usize]
    }

    /// The window that begins with this block and sample; `None` after the last.
    fn window(&self, number: u64, begin: usize, start: u64) -> Option<StreamWindow> {
        let mut end = begin;
        let (mut memory, mut bytes, mut chunks) = (0, 0, 0);
        while end < self.order.len() {
            let block = self.block(end);
            memory += u64::from(block.bytes) + BYTES_PER_PLACE * u64::from(block.chunks);
            if end > begin && memory > self.window_bytes {
                break;
            }
            bytes += block.bytes as usize;
            chunks += block.chunks as usize;
            end += 1;
        }
        (end > begin).then(|| StreamWindow {
            number,
            blocks: begin..end,
            start,
            read: begin,
            bytes: Vec::with_capacity(bytes),
            chunks: Vec::with_capacity(chunks),
        })
    }

    fn next(&self, window: &StreamWindow) -> Option<StreamWindow> {
        let samples = self.window_samples(window);
        self.window(window.number + 1, window.blocks.end, window.start + samples)
    }

    fn window_samples(&self, window: &StreamWindow) -> u64 {
        window.blocks.clone().map(|place| u64::from(self.block(place).samples)).sum()
    }

    /// The batch of a chunk that begins with this sample of the epoch.
    fn batch(&self, sample: u64) -> u64 {
        (u128::from(sample) * u128::from(self.batches) / u128::from(self.samples)) as u64
    }

    /// Reads blocks of a window up to this place of the order.
    fn read(&mut self, window: &mut StreamWindow, end: usize) -> Result<()> {
        for place in window.read..end.min(window.blocks.end) {
            let (file, block) = self.order[place];
            let source = &self.files[file as usize];
            let handle = &mut self.handles[file as usize];
            let handle = match handle {
                Some(handle) => handle,
                None => {
                    let path = source.path();
                    let opened = files::open(path);
                    handle.insert(opened.with_context(|| format!("{} is gone", path.display()))?)
                }
            };
            let StreamWindow { bytes, chunks, .. } = window;
            source.read(handle, block as usize, bytes, |at| chunks.push(at as u64))?;
            window.read = place + 1;
        }
        Ok(())
    }

    fn run(&mut self) -> Result<()> {
        let mut current = self.window(0, 0, 0);
        let mut batch = (self.first, Batch::default());
        while let Some(mut window) = current {
            let samples = self.window_samples(&window);
            let mut next = self.next(&window);
            if self.batch(window.start + samples - 1) >= self.first {
                let end = window.blocks.end;
                self.read(&mut window, end)?;
                self.hand_out(window, next.as_mut(), &mut batch)?;
            }
            current = next;
        }
        if !batch.1.is_empty() {
            self.send(batch)?;
        }
        Ok(())
    }

    /// Sends the chunks of a window, and meanwhile reads the next one.
    fn hand_out(
        &mut self,
        mut window: StreamWindow,
        mut next: Option<&mut StreamWindow>,
        current: &mut (u64, Batch),
    ) -> Result<()> {
        shuffle(&mut window.chunks, mix(self.seed ^ mix(window.number)));
        let mut sample = window.start;
        for (i, &at) in window.chunks.iter().enumerate() {
            let chunk = chunk_at(&window.bytes, at as usize);
            let (content, samples) = chunk.ok_or_else(|| anyhow!("a chunk is gone"))?;
            let own = self.batch(sample);
            sample += samples as u64;
            if own < self.first {
                continue;
            }
            if own != current.0 {
                self.send(std::mem::replace(current, (own, Batch::default())))?;
                if let Some(next) = next.as_deref_mut() {
                    let end = next.blocks.start + next.blocks.len() * i / window.chunks.len();
                    self.read(next, end)?;
                }
            }
            current.1.push(content, samples);
        }
        Ok(())
    }

    fn send(&self, (number, mut batch): (u64, Batch)) -> Result<()> {
        batch.seed = mix(self.seed ^ mix(!number));
        // The reader then ends; nobody hears of it.
        self.sender.send(Ok(batch)).map_err(|_| anyhow!("no more batches are wanted"))
    }
}
