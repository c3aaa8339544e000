"""Searches in asyncio: `Search` calls these for `await` and `async for`."""

import asyncio


async def _waited(search, function, *arguments):
    """The result of a function that waits for a search, which is stopped if this is cancelled."""
    try:
        return await asyncio.to_thread(function, *arguments)
    except asyncio.CancelledError:
        search.stop()
        raise


async def result(search):
    """The result of a search."""
    return await _waited(search, search.result)


async def next_info(search):
    """The next line of a search."""
    info = await _waited(search, next, search, None)
    if info is None:
        raise StopAsyncIteration
    return info
